import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cachedFor } from '@landscape/contracts/async/share-calls'
import { mayAct } from '@landscape/contracts/identity'
import { preparePage, respondPage, PAGE } from '@landscape/http/responses/pages'
import { createResponseCache } from '@landscape/http/responses/prepared-response'
import { replyBytes } from '@landscape/http/responses/reply'
import { route, type Route } from '@landscape/http/route/route'
import { Degraded, type Check } from '@landscape/runtime/process/health'
import { z } from 'zod'
import { landingPage } from './landing-page.ts'
import { readLandscapeParts } from './landscape-parts.ts'
import type { ReadPart } from './parts.ts'
import type { Running, ServiceState, ServiceStates } from './services-section.ts'

interface PageDeps {
  readPart: ReadPart
  /** Health of each process, in the order of the page. */
  checks: Readonly<Record<Running, Check>>
}

/** Maximum size of the cached pages and their keys. */
const PAGES_BYTES = 4 * 1024 * 1024
/** Time for which all readers share the result of a health check. */
const KEPT_MS = 1_000

/** The landing page, which is public; a note replaces content that the reader may not see. */
export function pageRoute({ readPart, checks }: PageDeps): Route {
  const statesOf = createStates(checks)
  const pages = createResponseCache(PAGES_BYTES)
  return route({
    ...PAGE,
    path: '/',
    id: 'showLandscape',
    tag: 'Pages',
    summary: 'Landing page: search, numbers, radar, moves, languages and usage',
    description:
      'Public. A note replaces content that the caller may not see; ' +
      'administrators also see the health of the services.',
    access: 'optional',
    async handle({ identity, address, requestId, headers }) {
      const isAdmin = identity !== undefined && mayAct(identity, ['admin'])
      const part = (path: string, mediaType: string) =>
        readPart(path, mediaType, { identity, address, requestId })
      const [parts, services] = await Promise.all([
        readLandscapeParts(part),
        isAdmin ? statesOf() : undefined,
      ])
      const reader = identity?.email
      const page = landingPage({ ...parts, reader, services })
      // Most readers see the same page: it is tagged and compressed once.
      return respondPage(
        headers,
        pages.prepared({ name: page, version: '' }, () => preparePage(page)),
      )
    },
  })
}

const ICON = join(import.meta.dirname, 'favicon.png')

/** The icon that browsers request with every page. */
export function iconRoute(): Route {
  return route({
    method: 'get',
    path: '/favicon.ico',
    id: 'getIcon',
    tag: 'Pages',
    summary: 'The icon of the pages',
    description: 'Browsers request it with every page.',
    access: 'public',
    mediaType: 'image/png',
    reply: z.string().meta({ format: 'binary' }),
    handle: async () =>
      replyBytes<string>(200, await readFile(ICON), {
        'content-type': 'image/png',
        'cache-control': 'public, max-age=86400',
      }),
  })
}

function createStates(checks: PageDeps['checks']): () => Promise<ServiceStates> {
  const runChecks = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await stateOf(check)] as const),
      ),
    ) as Record<Running, ServiceState>
  return cachedFor(KEPT_MS, runChecks)
}

function stateOf(check: Check): Promise<ServiceState> {
  return check().then(
    () => 'ready' as const,
    (error: unknown) => (error instanceof Degraded ? 'degraded' : 'not reached'),
  )
}
