import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startProduction, type Production } from '../support/production.ts'
import { crawl, type Crawled } from './crawl.ts'
import { pathsOf } from './crawl-paths.ts'
import { fill, STORE_NAMES } from './crawl-stores.ts'
import { enabledDirectorates } from './radar.ts'
import { SAMPLE } from './sample.ts'

const SEED = process.env['CRAWL_SEED'] ?? String(Date.now())

/** Numbers without rows to open, by the page, its part and the text, and the reason that the page gives. */
const REASONS: readonly (readonly [where: RegExp, reason: string])[] = []

let production: Production
beforeAll(async () => {
  production = await startProduction({
    documents: false,
    services: ['gateway', 'data', 'admin-review', 'assistant'],
  })
}, 120_000)
afterAll(() => production?.stop())

const READERS: Readonly<Record<string, string[] | undefined>> = {
  anonymous: undefined,
  'signed-in': [],
  administrator: ['admin', 'reviewer'],
}
/** A page that a reader may not see leads nowhere. */
const NOT_ALLOWED = new Set([401, 403])

/** The pages of a store as one reader, with the rings of each directorate. */
async function crawled(store: string, groups: string[] | undefined): Promise<Crawled[]> {
  const { issuer, client } = production
  const who = groups && issuer.headersFor({ email: 'kim@acme.example', groups })
  const get = async (path: string) => {
    const { status, text } = await client.get(path, { ...who, accept: 'text/html' })
    if (NOT_ALLOWED.has(status)) return ''
    expect([path, status]).toEqual([path, 200])
    return text
  }
  const others = store === 'empty' ? [] : enabledDirectorates(SAMPLE).slice(1)
  const found: Crawled[] = []
  for (const directorate of [undefined, ...others])
    found.push(await crawl(get, pathsOf(store, SEED, directorate && String(directorate.id))))
  return found
}

describe(`numbers of pages, seed ${SEED}`, () => {
  it.each(
    STORE_NAMES.flatMap((store) => Object.keys(READERS).map((reader) => [store, reader] as const)),
  )(
    'lead to exactly their rows, or have a reason: %s, %s',
    async (store, reader) => {
      await fill(production.dataDir, store)
      const found = await crawled(store, READERS[reader])
      const leading = found.flatMap((one) => one.leading)
      expect(leading.length).toBeGreaterThan(store === 'empty' ? 0 : 500)
      expect(leading.filter(({ number, rows }) => number !== rows)).toEqual([])
      const plain = found.flatMap((one) =>
        one.plain.map(({ page, place, text }) => `${page} | ${place} | ${text}`),
      )
      const unexplained = plain.filter((line) => !REASONS.some(([where]) => where.test(line)))
      expect([...new Set(unexplained)]).toEqual([])
    },
    180_000,
  )
})
