import { setTimeout as sleep } from 'node:timers/promises'
import type { TokenIssuer } from '@landscape/dev/identity-provider'
import { createSender } from '../load/sender.ts'
import { createCounted, noEdits, type Part } from '../load/counted.ts'
import type { Incidents } from '../load/incidents.ts'
import { bannerPart, projectPart, radarPart } from '../load/parts.ts'
import { proveStoredOnce } from '../load/stored-once.ts'
import type { Client } from '../../../test/support/client.ts'

const READS = [
  '/',
  '/api/banners',
  '/api/tech-radar/json',
  '/api/tech-radar/svg',
  '/api/languages/svg',
  '/api/json',
  '/api/csv',
  '/api/repository/project/json?repositories=landscape-api',
  '/api/v1/projects/filter?return=details',
  '/admin/api/array-data',
  '/assistant/api/org/historic',
]
/** Number of project authors; two more authors edit a banner and the radar. */
const PROJECTS = 6
/** Pause between a response and the next request of a caller. */
const PAUSE_MS = 50
/** Lifetime of a token, and time after which its owner renews it (seconds). */
const [LIFETIME_S, RENEWED_S] = [60, 40]

export interface CallersDeps {
  client: Client
  issuer: TokenIssuer
  incidents: Incidents
}

/** Starts readers and writers, which run until they are stopped. */
export function startCallers({ client, issuer, incidents }: CallersDeps) {
  const { send, counts } = createSender({ client: () => client, incidents })
  const edits = noEdits()
  const over = new AbortController()
  const { headersOf, renew } = createTokens(issuer)

  function authorOf(name: string) {
    const email = `author-of-${name.replaceAll(' ', '-')}@acme.example`
    return { name, email, headers: () => headersOf(email), send }
  }

  async function read(path: string, email: string) {
    let etag: string | undefined
    while (!over.signal.aborted) {
      const condition = etag === undefined ? {} : { 'if-none-match': etag }
      const response = await send('GET', path, { ...headersOf(email), ...condition })
      etag = etag === undefined ? response?.headers['etag']?.toString() : undefined
      await sleep(PAUSE_MS)
    }
  }

  async function write(part: Part) {
    const { edit, check, close } = createCounted(part, edits)
    while (!over.signal.aborted) {
      await edit()
      await check()
      await sleep(PAUSE_MS)
    }
    await close()
  }

  const projects = Array.from({ length: PROJECTS }, (_, index) => authorOf(`Soaked ${index}`))
  const all = [
    ...READS.map((path, i) => read(path, `reader-${i}@acme.example`)),
    ...projects.map((author) => write(projectPart({ ...author, exists: false }))),
    write(bannerPart(authorOf('Soaked banner'))),
    write(radarPart(authorOf('Soaked entry'))),
  ]
  return {
    counts,
    edits,
    /** Discards all tokens. */
    renewTokens: renew,
    /** Rejects when a caller failed. */
    async stop(): Promise<void> {
      over.abort()
      await Promise.all(all)
    },
    /** Checks, after `stop`, that each acknowledged edit was stored once. */
    prove: () => proveStoredOnce(send, headersOf('auditor@acme.example'), edits),
  }
}

/** Tokens of the callers, which renew them before they expire. */
function createTokens(issuer: TokenIssuer) {
  const tokens = new Map<string, { headers: Record<string, string>; until: number }>()
  function headersOf(email: string): Record<string, string> {
    const known = tokens.get(email)
    if (known && known.until > performance.now()) return known.headers
    const person = { email, groups: ['admin', 'reviewer'] }
    const token = issuer.idToken(person, { exp: Math.floor(Date.now() / 1_000) + LIFETIME_S })
    const headers = { authorization: `Bearer ${token}` }
    tokens.set(email, { headers, until: performance.now() + RENEWED_S * 1_000 })
    return headers
  }
  return { headersOf, renew: () => tokens.clear() }
}
