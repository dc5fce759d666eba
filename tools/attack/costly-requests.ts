import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOCUMENTS, type DocumentName } from '@landscape/contracts'
import { createEmbeddedStore, replace } from '@landscape/store'
import { createClient, type Client } from '../../test/support/client.ts'
import { peakMegabytes } from '../../test/support/peak-memory.ts'
import { startProduction, type Production } from '../../test/support/production.ts'
import type { AttackSuite, Outcome } from './attack.ts'

/** As many as one caller may have under way. */
const AT_ONCE = 64
/**
 * Reads of somebody else meanwhile, one after the other, and how long each may take on a machine that has
 * other tests to run; where it did not hold, hardly any was served at all.
 */
const READS = 10
const MAX_MS = 5_000
/** How long nobody reads, and by how much the service may grow: what it gathered took it a gigabyte. */
const UNREAD_MS = 20_000
const MAX_UNREAD_MB = 400
/** Until the attack has arrived. */
const HEAD_START_MS = 500
const thief = { email: 'thief@acme.example', groups: ['admin'] }
const other = { email: 'other@acme.example', groups: ['admin'] }
const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

const BANNERS = times(9_000, (n) => ({
  title: `Banner ${n}`,
  message: 'm'.repeat(900),
  description: '',
  type: 'info',
  pages: ['home'],
  show: true,
}))
const PROJECTS = times(15_000, (n) => ({
  owner: `owner-${n % 500}@acme.example`,
  user: [{ email: `contact-${n % 700}@acme.example` }],
  details: [{ name: `Project ${n}`, project_description: 'd'.repeat(1_500) }],
  architecture: { languages: { main: ['0', 'Go'], others: [] } },
}))

const REPOSITORIES = times(10_000, (n) => ({
  name: `repository-${n}`,
  visibility: 'PUBLIC',
  is_archived: false,
  last_commit: new Date(Date.UTC(2015) + n * 3_600_000).toISOString(),
  technologies: {
    languages: times(10, (m) => ({ name: `Language ${n % 90} ${m}`, percentage: 10, size: n })),
  },
}))

/** A registry and a list of banners as large as they may become, and many repositories. */
async function startLarge(): Promise<Production> {
  // Checking a reply of 25 MB takes longer than making it.
  const target = await startProduction({ env: { CHECK_REPLIES: 'false' } })
  const store = createEmbeddedStore(target.dataDir)
  const plant = (name: DocumentName, value: object) =>
    replace(store, DOCUMENTS[name].ref, Buffer.from(JSON.stringify(value)))
  await plant('banners', { messages: BANNERS })
  await plant('projects', { projects: PROJECTS })
  await plant('repositories', {
    metadata: { last_updated: '2026-01-01T00:00:00Z' },
    repositories: REPOSITORIES,
  })
  store.close()
  return target
}

/** Has 64 requests under way all the time, while somebody else reads what is small in the same service. */
export async function whileOthersRead(
  { url, issuer }: Production,
  path: string,
  attack: (client: Client, headers: Record<string, string>, n: number) => Promise<unknown>,
): Promise<Outcome> {
  const client = createClient(url)
  const reader = createClient(url)
  const headers = issuer.headersFor(other)
  // Nothing is read for the first time meanwhile.
  await reader.get(path, headers)
  const stolen = issuer.headersFor(thief)
  const over = new AbortController()
  const attacks = times(AT_ONCE, async (first) => {
    for (let n = first; !over.signal.aborted; n += AT_ONCE)
      await attack(client, stolen, n).catch(() => {})
  })
  await sleep(HEAD_START_MS)
  const took: number[] = []
  let served = 0
  for (let n = 0; n < READS; n++) {
    const began = performance.now()
    const { status } = await reader.get(path, headers).catch(() => ({ status: 0 }))
    took.push(performance.now() - began)
    if (status === 200) served++
  }
  over.abort()
  client.close()
  reader.close()
  await Promise.all(attacks)
  const ms = Math.round(took.reduce((sum, one) => sum + one, 0) / READS)
  return {
    held: served === READS && ms < MAX_MS,
    seen: `${served} of ${READS} others were served in ${ms} ms each, ${Math.round(Math.max(...took))} ms at most`,
  }
}

/** Held when the service grows by a few of the answers, not by all, and goes on for somebody else. */
async function readsNothing(target: Production): Promise<Outcome> {
  const { url, issuer } = target
  const { hostname, port } = new URL(url)
  const lines = Object.entries(issuer.headersFor(thief)).map(([name, value]) => `${name}: ${value}`)
  const text = ['GET /api/v1/projects?scope=all HTTP/1.1', 'Host: x', ...lines, '', ''].join('\r\n')
  const before = await peakMegabytes(target, 'projects')
  const sockets = times(AT_ONCE, () => {
    const socket = connect(Number(port), hostname).on('error', () => {})
    socket.pause().write(text)
    return socket
  })
  await sleep(UNREAD_MS)
  const grown = (await peakMegabytes(target, 'projects')) - before
  const reader = createClient(url)
  const { status } = await reader.get('/api/v1/user', issuer.headersFor(other))
  reader.close()
  for (const socket of sockets) socket.destroy()
  return {
    held: grown < MAX_UNREAD_MB && status === 200,
    seen: `the service grew by ${grown} MB, somebody else got ${status}`,
  }
}

/** One caller, an administrator as the worst, who keeps a service busy. */
export const costlyRequests: AttackSuite = {
  name: 'costly requests',
  start: startLarge,
  attacks: [
    // First: the changes that the other attacks leave behind would be ahead of the one that it needs.
    {
      title: 'one administrator asks what a change of 9,000 banners was, 64 times at once',
      quick: true,
      async run(target) {
        const { url, issuer } = target
        const client = createClient(url)
        const headers = issuer.headersFor(thief)
        const text = JSON.stringify({ messages: BANNERS })
        await client.send('POST', '/admin/api/banners', text.replaceAll('mmm', 'nnn'), headers)
        const { status, json } = await client.get(
          '/admin/api/history?document=banners&limit=1',
          headers,
        )
        client.close()
        if (status !== 200) return { held: false, seen: `the change could not be found: ${status}` }
        const { id } = (json() as { changes: { id: string }[] }).changes[0]!
        return whileOthersRead(target, '/admin/api/array-data', (attacker, stolen) =>
          attacker.get(`/admin/api/history/${id}`, stolen),
        )
      },
    },
    {
      title: 'one administrator saves 64 lists of 9,000 banners at once',
      quick: true,
      run: (target) => {
        const text = JSON.stringify({ messages: BANNERS })
        return whileOthersRead(target, '/admin/api/array-data', (client, headers, n) =>
          client.send('POST', '/admin/api/banners', text.replace('Banner 0', `Save ${n}`), headers),
        )
      },
    },
    {
      title: 'one administrator asks for 9,000 banners, 64 times at once',
      quick: true,
      run: (target) =>
        whileOthersRead(target, '/admin/api/array-data', (client, headers) =>
          client.get('/admin/api/banners', headers),
        ),
    },
    {
      title: 'one administrator hides one of 9,000 banners, 64 times at once',
      quick: true,
      run: (target) =>
        whileOthersRead(target, '/admin/api/array-data', (client, headers) =>
          client.post('/admin/api/banners/toggle', { index: 1 }, headers),
        ),
    },
    {
      title: 'one administrator renames a technology of 15,000 projects, 64 times at once',
      quick: true,
      run: (target) =>
        whileOthersRead(target, '/admin/api/array-data', (client, headers, n) => {
          const names = { from: String(n), to: String(n + 1) }
          return client.post('/admin/api/normalise/technology', names, headers)
        }),
    },
    {
      title: 'one administrator asks for 15,000 projects, 64 times at once',
      quick: true,
      run: (target) =>
        whileOthersRead(target, '/api/v1/user', (client, headers) =>
          client.get('/api/v1/projects?scope=all', headers),
        ),
    },
    {
      title: 'one administrator asks for 15,000 projects, 64 times at once, and reads nothing',
      quick: false,
      run: readsNothing,
    },
    {
      title: 'one administrator searches 15,000 projects, 64 times at once and finds all',
      quick: true,
      run: (target) =>
        whileOthersRead(target, '/api/v1/user', (client, headers) =>
          client.get('/api/v1/projects/filter?languages=go', headers),
        ),
    },
    {
      title: 'a stranger asks for 900 repositories, 64 times at once and never for the same',
      quick: true,
      run: (target) =>
        whileOthersRead(target, '/api/health', (client, _headers, n) => {
          const names = times(900, (m) => `repository-${(n * 7 + m * 11) % 10_000}`)
          const path = `/api/repository/project/json?repositories=${names.join()}`
          return client.get(path, { 'accept-encoding': 'br' })
        }),
    },
    {
      title: 'a stranger asks for the first page, 64 times at once',
      quick: true,
      run: (target) =>
        whileOthersRead(target, '/user/api/info', (client) =>
          client.get('/', { 'accept-encoding': 'br' }),
        ),
    },
    {
      title: 'a stranger asks for statistics, 64 times at once and never for the same',
      quick: true,
      run: (target) =>
        whileOthersRead(target, '/api/health', (client, _headers, n) => {
          const since = new Date(Date.UTC(2015) + n * 60_000).toISOString()
          return client.get(`/api/json?datetime=${since}`, { 'accept-encoding': 'br' })
        }),
    },
  ],
}
