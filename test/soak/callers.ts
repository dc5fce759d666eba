import { setTimeout as sleep } from 'node:timers/promises'
import type { TokenIssuer } from '@landscape/dev/identity-provider'
import type { Answer, Client } from '../support/client.ts'
import type { Incidents } from './incidents.ts'

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
const WRITERS = 6
/** Between an answer and the next request of a caller, in milliseconds. */
const PAUSE_MS = 50
/** How long a token is good for, and how long its owner uses it, in seconds. */
const [LIFETIME_S, RENEWED_S] = [60, 40]

export interface CallersDeps {
  client: Client
  issuer: TokenIssuer
  incidents: Incidents
}

/** What callers have seen so far. */
export interface Seen {
  requests: number
  notModified: number
  /** Answers that were marked as the last good copy. */
  markedStale: number
  acknowledged: number
  /** Reads that showed less than an edit which was acknowledged before, without a mark. */
  older: string[]
  /** Edits that were acknowledged and are not there. */
  lost: string[]
}

/** Readers and writers, as in an organisation, until they are told to stop. */
export function startCallers({ client, issuer, incidents }: CallersDeps) {
  const seen: Seen = {
    requests: 0,
    notModified: 0,
    markedStale: 0,
    acknowledged: 0,
    older: [],
    lost: [],
  }
  const over = new AbortController()
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

  /** The answer; undefined when it was none, or an error. */
  async function ask(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<Answer | undefined> {
    const from = performance.now()
    const ended = (what: number | 'connection', why: string) => {
      const told = `${method} ${path}: ${what} ${why.slice(0, 200)}`
      incidents.report({ what, told, from, until: performance.now() })
      return undefined
    }
    seen.requests++
    try {
      const answer = await client.send(method, path, body, headers)
      if (answer.status === 304) seen.notModified++
      else if (answer.status >= 300) return ended(answer.status, answer.text)
      if (answer.headers['warning'] !== undefined) seen.markedStale++
      return answer
    } catch (error) {
      return ended('connection', String(error))
    }
  }

  async function read(path: string, email: string) {
    let etag: string | undefined
    while (!over.signal.aborted) {
      const condition = etag === undefined ? {} : { 'if-none-match': etag }
      const answer = await ask('GET', path, { ...headersOf(email), ...condition })
      etag = etag === undefined ? answer?.headers['etag']?.toString() : undefined
      await sleep(PAUSE_MS)
    }
  }

  /** Counts in the description of an own project: what is there is never less than what was acknowledged. */
  async function write(index: number) {
    const email = `writer-${index}@acme.example`
    const name = `Soaked ${index}`
    const path = `/api/v1/projects/${encodeURIComponent(name)}`
    const edit = (count: number) => ({
      user: [{ email }],
      details: [{ name, project_description: `Edit ${count}` }],
    })
    const countIn = (answer: Answer) => Number(/"Edit (\d+)"/.exec(answer.text)?.[1])
    let [acknowledged, sent] = [-1, 0]
    while (!over.signal.aborted) {
      const isThere = acknowledged >= 0
      const answer = isThere
        ? await ask('PUT', path, headersOf(email), edit(sent))
        : await ask('POST', '/api/v1/projects', headersOf(email), edit(sent))
      if (answer) {
        acknowledged = sent
        seen.acknowledged++
      }
      if (isThere || answer) sent++
      const shown = await ask('GET', path, headersOf(email))
      if (shown && !shown.headers['warning'] && !(countIn(shown) >= acknowledged)) {
        seen.older.push(`${path}: ${countIn(shown)} after ${acknowledged}`)
      }
      await sleep(PAUSE_MS)
    }
    const last = await client.get(path, headersOf(email))
    if (!(countIn(last) >= acknowledged)) {
      seen.lost.push(`${path}: ${countIn(last)} after ${acknowledged}`)
    }
  }

  const all = [
    ...READS.map((path, i) => read(path, `reader-${i}@acme.example`)),
    ...Array.from({ length: WRITERS }, (_, index) => write(index)),
  ]
  return {
    seen,
    /** From now on nobody uses a token that was issued before. */
    renewTokens: () => tokens.clear(),
    /** Rejects when a caller could not go on. */
    async stop(): Promise<void> {
      over.abort()
      await Promise.all(all)
    },
  }
}
