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

/** `main/repositories.json`, written by another program; malformed elements are tolerated. */
export const RepositoriesDocument = z
  .looseObject({ repositories: z.array(z.unknown()), metadata: z.unknown().optional() })
  .meta({ id: 'RepositoriesDocument' })
export type RepositoriesDocument = z.infer<typeof RepositoriesDocument>

/** One repository. */
export const Repository = describedAs(z.looseObject({}), RepositoryShape)

/**
 * `main/onsRadarSkeleton.json`. Elements are unknown on purpose: a malformed entry must not prevent reads or
 * edits of the radar. The schema of writes is stricter.
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
 * One banner. Old records have `page` instead of `pages`; other programs store any value in `show`, which is
 * preserved.
 */
export const Banner = describedAs(
  z.looseObject({ id: z.unknown().optional(), show: z.unknown().optional() }),
  BannerShape,
)

/**
 * `main/messages.json`. Elements are unknown on purpose: a malformed one must not hide others or shift the
 * indexes by which banners are deleted.
 */
export const BannersDocument = describedAs(
  z.looseObject({ messages: z.array(z.unknown()) }),
  BannersShape,
)
/** The banners for administrators. */
export const BannersToEdit = describedAs(
  z.looseObject({ messages: z.array(z.unknown()) }),
  BannersToEditShape,
)
export type Banner = z.infer<typeof Banner>
export type BannersDocument = z.infer<typeof BannersDocument>

/** `main/directorates.json`: objects with `id` and `name`; malformed elements are tolerated. */
export const DirectoratesDocument = describedAs(z.array(z.unknown()), DirectoratesShape)
export type DirectoratesDocument = z.infer<typeof DirectoratesDocument>

/**
 * `audit-tool/new_project_data.json`. Elements are unknown on purpose: the web client stores `""` or `[]` for
 * a skipped section.
 */
export const ProjectsDocument = z
  .looseObject({ projects: z.array(z.unknown()).optional() })
  .meta({ id: 'ProjectsDocument' })
export type ProjectsDocument = z.infer<typeof ProjectsDocument>

/**
 * `audit-tool/array_data.json`: technology lists by category. Other programs store lists without validation;
 * a malformed one must not hide others.
 */
export const ArrayDataDocument = describedAs(z.record(z.string(), z.unknown()), ListsShape)
export type ArrayDataDocument = z.infer<typeof ArrayDataDocument>

/**
 * Number of findings of the last check of stored documents, by kind; the instant is milliseconds since the
 * epoch.
 */
export const StoreCheck = z.looseObject({
  checkedAt: z.number(),
  findings: z.object({ schema: z.number(), reference: z.number(), history: z.number() }),
})
export type StoreCheck = z.infer<typeof StoreCheck>

/** Start of the last recorded backup, in milliseconds since the epoch. */
export const LastBackup = z.looseObject({ begunAt: z.number() })
