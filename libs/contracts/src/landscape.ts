import { z } from 'zod'
import { describedAs } from './described-as.ts'
import {
  BannerShape,
  BannersShape,
  BannersToEditShape,
  DirectoratesShape,
  ListsShape,
  RadarShape,
  RepositoryShape,
} from './shapes.ts'

/** `main/repositories.json`, written by another program; single odd elements must not hurt. */
export const RepositoriesDocument = z
  .looseObject({ repositories: z.array(z.unknown()), metadata: z.unknown().optional() })
  .meta({ id: 'RepositoriesDocument' })
export type RepositoriesDocument = z.infer<typeof RepositoriesDocument>

/** One repository. */
export const Repository = describedAs(z.looseObject({}), RepositoryShape)

/**
 * `main/onsRadarSkeleton.json`: what every reader relies on. Elements stay unknown on purpose: one
 * odd entry must not take the radar away, nor make it impossible to edit. What may be written is
 * stricter.
 */
export const RadarDocument = describedAs(
  z.looseObject({
    title: z.string(),
    quadrants: z.array(z.unknown()),
    rings: z.array(z.unknown()),
    entries: z.array(z.unknown()),
  }),
  RadarShape,
)
export type RadarDocument = z.infer<typeof RadarDocument>

/**
 * One banner message. Very old records carry `page` instead of `pages`, and other programs store
 * any `show`; it survives.
 */
export const Banner = describedAs(
  z.looseObject({ id: z.unknown().optional(), show: z.unknown().optional() }),
  BannerShape,
)

/**
 * `main/messages.json`. Elements stay unknown on purpose: one odd element must not take away the
 * others, nor the index by which it is deleted.
 */
export const BannersDocument = describedAs(
  z.looseObject({ messages: z.array(z.unknown()) }),
  BannersShape,
)
/** The same as administrators read it. */
export const BannersToEdit = describedAs(
  z.looseObject({ messages: z.array(z.unknown()) }),
  BannersToEditShape,
)
export type Banner = z.infer<typeof Banner>
export type BannersDocument = z.infer<typeof BannersDocument>

/** `main/directorates.json`: objects with `id` and `name`; one odd element takes none away. */
export const DirectoratesDocument = describedAs(z.array(z.unknown()), DirectoratesShape)
export type DirectoratesDocument = z.infer<typeof DirectoratesDocument>

/**
 * `audit-tool/new_project_data.json`. Elements stay unknown on purpose: the web client stores `""`
 * or `[]` for a section that was skipped, so every reader has to look before it reads.
 */
export const ProjectsDocument = z
  .looseObject({ projects: z.array(z.unknown()).optional() })
  .meta({ id: 'ProjectsDocument' })
export type ProjectsDocument = z.infer<typeof ProjectsDocument>

/**
 * `audit-tool/array_data.json`: technology lists by category. Other programs store lists unchecked,
 * so one that is odd must not take away the others.
 */
export const ArrayDataDocument = describedAs(z.record(z.string(), z.unknown()), ListsShape)
export type ArrayDataDocument = z.infer<typeof ArrayDataDocument>

/** What the last check of the stored documents found, of each kind; the instant in milliseconds since the epoch. */
export const StoreCheck = z.looseObject({
  checkedAt: z.number(),
  findings: z.object({ schema: z.number(), reference: z.number(), history: z.number() }),
})
export type StoreCheck = z.infer<typeof StoreCheck>

/** When the last backup that was recorded began, in milliseconds since the epoch. */
export const LastBackup = z.looseObject({ begunAt: z.number() })
