import type { Frame } from '@landscape/views/landscape/frame'
import type { Call } from '@landscape/http/route/route'
import { audienceOf } from '@landscape/http/responses/conditional-read'
import { preparePage, respondPage, PAGE } from '@landscape/http/responses/pages'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import type { Landscape } from './landscape.ts'
import type { LandscapeVersion } from './read-landscape.ts'

/** The common members of the pages of the landscape. Signed-in callers see private repositories as well. */
export const LANDSCAPE_PAGE = {
  ...PAGE,
  tag: 'Pages',
  access: 'optional',
  example: '<!doctype html>…',
} as const

type PageCall = Pick<Call<'optional', unknown, unknown, unknown>, 'headers' | 'queued' | 'identity'>

interface PageReply {
  /** Identifies the page among all responses. */
  name: readonly unknown[]
  version: Pick<LandscapeVersion, 'etag' | 'staleSeconds'>
  /** Distinguishes pages that depend on something else than the landscape. */
  variant?: string | undefined
  build: (isSignedIn: boolean) => string | Promise<string>
}

/** Creates the function that responds with a page, prepared once for each version and audience. */
export function createPageResponder(cache: ResponseCache) {
  return (
    { headers, queued, identity }: PageCall,
    { name, version: { etag, staleSeconds }, variant = '', build }: PageReply,
  ) => {
    const isForSignedIn = identity !== undefined
    return cache.respond(
      {
        name: JSON.stringify(['page', isForSignedIn, ...name]),
        version: `${etag} ${variant}`,
      },
      queued,
      async () => preparePage(await build(isForSignedIn)),
      (page) =>
        respondPage(headers, page, {
          staleSeconds,
          ...audienceOf(isForSignedIn),
        }),
    )
  }
}

/** The parts of a page that replies do not contain. */
export function frameOf(landscape: Landscape): Frame {
  const { directorate, directorates, rings, quadrants, programmes } = landscape
  const { repositories, repositoriesAsOf, source } = landscape
  const { main, enabled } = directorates
  return {
    radarTitle: source.radar.title.trim() || undefined,
    directorate,
    // A disabled directorate can be shown, and is not listed otherwise.
    directorates: [...new Set([main, ...enabled, directorate])],
    rings,
    quadrants,
    programmes,
    repositoriesAsOf: repositories.length > 0 ? repositoriesAsOf : undefined,
  }
}

/** Fields of a submitted form: empty ones are absent. */
export function filled<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], ''> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== '')
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], ''> }
}
