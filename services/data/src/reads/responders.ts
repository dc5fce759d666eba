import { isReviewer } from '@landscape/contracts/identity'
import { admitLine } from '@landscape/contracts/admit'
import type { Frame } from './frame.ts'
import type { Call } from '@landscape/http/route/route'
import { audienceOf, respond } from '@landscape/http/responses/conditional-read'
import { preparePage, respondPage, PAGE } from '@landscape/http/responses/pages'
import {
  prepareJson,
  type PreparedResponse,
  type ResponseCache,
} from '@landscape/http/responses/prepared-response'
import { z } from 'zod'
import type { Landscape } from '../join/landscape.ts'
import { NO_PROGRAMME, programmesOf } from '../join/project-index.ts'
import { isPublic, sourcesOf } from '../join/use.ts'
import type { LandscapeVersion } from '../join/read-landscape.ts'
import { ringTexts } from '../timeline/radar-entries.ts'

/** The common members of the pages of the landscape. Signed-in callers see private repositories as well. */
export const LANDSCAPE_PAGE = {
  ...PAGE,
  tag: 'Pages',
  access: 'optional',
} as const

type ReadCall = Pick<Call<'optional', unknown, unknown, unknown>, 'headers' | 'queued' | 'identity'>

interface Kept<T> {
  /** Identifies the response among all. */
  name: readonly unknown[]
  version: Pick<LandscapeVersion, 'etag' | 'staleSeconds'>
  /** Distinguishes responses that depend on something else than the landscape. */
  variant?: string | undefined
  build: (isSignedIn: boolean, mayReview: boolean) => T | Promise<T>
}

function createResponder<T>(
  cache: ResponseCache,
  kind: string,
  prepare: (built: T) => PreparedResponse<T>,
  send: typeof respond<T>,
) {
  return (
    { headers, queued, identity }: ReadCall,
    { name, version: { etag, staleSeconds }, variant = '', build }: Kept<T>,
  ) => {
    const isSignedIn = identity !== undefined
    const mayReview = kind === 'page' && isReviewer(identity)
    // The navigation of reviewers has a link that other signed-in callers do not see.
    const audience = mayReview ? {} : audienceOf(isSignedIn)
    return cache.respond(
      {
        name: JSON.stringify([kind, isSignedIn, mayReview, ...name]),
        version: `${etag} ${variant}`,
      },
      queued,
      async () => prepare(await build(isSignedIn, mayReview)),
      (prepared) => send(headers, prepared, { staleSeconds, ...audience }),
    )
  }
}

/** Creates the function that responds with a page, prepared once for each version and audience. */
export function createPageResponder(cache: ResponseCache) {
  return createResponder(cache, 'page', preparePage, respondPage)
}

/** Creates the function that responds with JSON, prepared once for each version and audience. */
export function createJsonResponder<T>(cache: ResponseCache) {
  return createResponder<T>(cache, 'json', prepareJson, respond)
}

/** The common members of reads of the landscape as JSON. */
export const LANDSCAPE_READ = {
  method: 'get',
  access: 'optional',
  strictQuery: true,
  conditional: 'read',
  compressed: true,
} as const

/** An optional parameter of a list that is compared with strings. */
export function textFilter(description: string, example: string) {
  return z
    .string()
    .max(200)
    .overwrite(admitLine)
    .optional()
    .meta({ description, examples: [example] })
}

/** An optional choice between yes and no. */
export function flagFilter(description: string) {
  return z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional()
    .meta({ description, examples: ['true'] })
}

/** The programme of a list. */
export function programmeFilter(filtered: string) {
  const text = `name of a programme, in any case, or \`${NO_PROGRAMME}\`: ${filtered}`
  return textFilter(text, 'Harbour Operations')
}

/** The parameter of routes of one technology or project. */
export function slugParams(example: string) {
  const slug = z.string().max(200).overwrite(admitLine)
  return z.object({ slug: slug.meta({ description: 'slug or name', param: { example } }) })
}

/** The parts of a page that replies do not contain. */
export function frameOf(landscape: Landscape, isSignedIn: boolean, mayReview: boolean): Frame {
  const { directorate, directorates, rings, quadrants } = landscape
  const { repositories, repositoriesAsOf, source } = landscape
  const { main, enabled } = directorates
  return {
    ...sourcesOf(landscape),
    directorate,
    // A disabled directorate can be shown, and is not listed otherwise.
    directorates: [...new Set([main, ...enabled, directorate])],
    rings,
    ...ringTexts(source.radar),
    quadrants,
    programmes: programmesOf(landscape),
    isSignedIn,
    mayReview,
    repositories:
      repositories.length > 0
        ? {
            total: repositories.length,
            visible: isSignedIn ? repositories.length : repositories.filter(isPublic).length,
            asOf: repositoriesAsOf,
          }
        : undefined,
  }
}

/** Fields of a submitted form: empty ones are absent. */
export function filled<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], ''> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== '')
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], ''> }
}
