import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cachedFor, mayAct } from '@landscape/contracts'
import {
  createResponseCache,
  PAGE,
  preparePage,
  replyBytes,
  respondPage,
  route,
  type Route,
} from '@landscape/http'
import { Degraded, type Check } from '@landscape/runtime'
import { z } from 'zod'
import { landscapePage, type Landscape, type Running, type ServiceState } from './landscape-page.ts'
import type { Part, ReadPart } from './parts.ts'

interface PageDeps {
  readPart: ReadPart
  /** Health of each process, in the order of the page. */
  checks: Readonly<Record<Running, Check>>
}

const SVG = 'image/svg+xml'
/** Maximum size of the cached pages and their keys. */
const PAGES_BYTES = 4 * 1024 * 1024
/** Time for which all readers share the result of a health check. */
const KEPT_MS = 1_000
const Text = z.string().catch('')
const Banners = z.object({
  messages: z.array(z.looseObject({ title: Text, message: Text, type: Text })),
})

/** The landing page, which is public; a note replaces content that the reader may not see. */
export function pageRoute({ readPart, checks }: PageDeps): Route {
  const statesOf = createStates(checks)
  const pages = createResponseCache(PAGES_BYTES)
  return route({
    ...PAGE,
    path: '/',
    id: 'showLandscape',
    tag: 'Pages',
    summary: 'Landing page: service health, radar, languages and usage',
    description: 'Public, without scripts. A note replaces content that the caller may not see.',
    example: '<!doctype html>…',
    access: 'optional',
    async handle({ identity, address, requestId, headers }) {
      const part = (path: string, mediaType = SVG) =>
        readPart(path, mediaType, { identity, address, requestId })
      const [services, banners, radar, radarNarrow, languages, usage] = await Promise.all([
        statesOf(),
        part('/api/banners', 'application/json'),
        part('/api/tech-radar/svg'),
        part('/api/tech-radar/svg?layout=narrow'),
        part('/api/languages/svg'),
        part('/assistant/api/org/svg'),
      ])
      const page = landscapePage({
        reader: identity?.email,
        mayReview: identity !== undefined && mayAct(identity, ['reviewer']),
        services,
        banners: bannersIn(banners),
        radar,
        radarNarrow,
        languages,
        usage,
      })
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
    example: '\u0089PNG…',
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

type States = Record<Running, ServiceState>

function createStates(checks: PageDeps['checks']): () => Promise<States> {
  const runChecks = async () =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(checks).map(async ([name, check]) => [name, await stateOf(check)] as const),
      ),
    ) as States
  return cachedFor(KEPT_MS, runChecks)
}

function stateOf(check: Check): Promise<ServiceState> {
  return check().then(
    () => 'ready' as const,
    (error: unknown) => (error instanceof Degraded ? 'degraded' : 'not reached'),
  )
}

function bannersIn(part: Part): Landscape['banners'] {
  if ('missing' in part) return part
  try {
    return Banners.parse(JSON.parse(part.text)).messages.filter(({ message }) => message !== '')
  } catch {
    return { missing: 'unavailable' }
  }
}
