import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOCUMENTS, type DocumentName } from '@landscape/contracts/documents'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { createClient, type Client } from '../../../test/support/client.ts'
import { peakMegabytes } from '../../../test/support/peak-memory.ts'
import { processorMs } from '../../../test/support/processor-time.ts'
import { startProduction, type Production } from '../../../test/support/production.ts'
import type { AttackSuite, Outcome } from './attack.ts'

/** Maximum number of concurrent requests per caller. */
const MAX_CONCURRENT = 64
/** Number of sequential reads of another caller during an attack. */
const READS = 10
/** Maximum processor time that the services may use during these reads. */
const MAX_PROCESSOR_MS = 50_000
/** How long the responses are not read. */
const UNREAD_MS = 20_000
/** Maximum growth of the service in that time; buffering all responses would take 1 GB. */
const MAX_UNREAD_MB = 400
/** Time for the attack to reach the service. */
const HEAD_START_MS = 500
const attacker = { email: 'attacker@acme.example', groups: ['admin'] }
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

/** A registry and a list of banners of maximum size, and many repositories. */
async function startLarge(): Promise<Production> {
  // Validating a response of 25 MB takes longer than creating it.
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

/** Keeps 64 requests in flight while another caller reads a small resource of the same service. */
async function whileOthersRead(
  target: Production,
  path: string,
  attack: (client: Client, headers: Record<string, string>, n: number) => Promise<unknown>,
): Promise<Outcome> {
  const { url, issuer } = target
  const client = createClient(url)
  const reader = createClient(url)
  const headers = issuer.headersFor(other)
  // Fill the caches before the attack.
  await reader.get(path, headers)
  const attackHeaders = issuer.headersFor(attacker)
  const over = new AbortController()
  const attacks = times(MAX_CONCURRENT, async (first) => {
    for (let n = first; !over.signal.aborted; n += MAX_CONCURRENT)
      await attack(client, attackHeaders, n).catch(() => {})
  })
  await sleep(HEAD_START_MS)
  const began = await processorMs(target)
  let served = 0
  for (let n = 0; n < READS; n++) {
    const { status } = await reader.get(path, headers).catch(() => ({ status: 0 }))
    if (status === 200) served++
  }
  const ms = (await processorMs(target)) - began
  over.abort()
  client.close()
  reader.close()
  await Promise.all(attacks)
  return {
    held: served === READS && ms < MAX_PROCESSOR_MS,
    seen: `${served} of ${READS} others were served during ${ms} ms of processor time`,
  }
}

/** Holds if the service buffers only a few of the responses and serves another caller. */
async function readsNothing(target: Production): Promise<Outcome> {
  const { url, issuer } = target
  const { hostname, port } = new URL(url)
  const lines = Object.entries(issuer.headersFor(attacker)).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const text = ['GET /api/v1/projects?scope=all HTTP/1.1', 'Host: x', ...lines, '', ''].join('\r\n')
  const before = await peakMegabytes(target, 'projects')
  const sockets = times(MAX_CONCURRENT, () => {
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
    seen: `the service grew by ${grown} MB, another caller got ${status}`,
  }
}

/** One caller, at worst an administrator, that keeps a service busy. */
export const costlyRequests: AttackSuite = {
  name: 'costly requests',
  start: startLarge,
  attacks: [
    // First, since the changes of other attacks would precede the one that it reads.
    {
      title: 'one administrator reads a change of 9,000 banners, 64 times at once',
      quick: true,
      async run(target) {
        const { url, issuer } = target
        const client = createClient(url)
        const headers = issuer.headersFor(attacker)
        const text = JSON.stringify({ messages: BANNERS })
        await client.send('POST', '/admin/api/banners', text.replaceAll('mmm', 'nnn'), headers)
        const { status, json } = await client.get(
          '/admin/api/history?document=banners&limit=1',
          headers,
        )
        client.close()
        if (status !== 200) return { held: false, seen: `the change was not found: ${status}` }
        const { id } = (json() as { changes: { id: string }[] }).changes[0]!
        return whileOthersRead(target, '/admin/api/array-data', (attackClient, attackHeaders) =>
          attackClient.get(`/admin/api/history/${id}`, attackHeaders),
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
      title: 'one administrator reads 9,000 banners, 64 times at once',
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
      title: 'one administrator reads 15,000 projects, 64 times at once',
      quick: true,
      run: (target) =>
        whileOthersRead(target, '/api/v1/user', (client, headers) =>
          client.get('/api/v1/projects?scope=all', headers),
        ),
    },
    {
      title:
        'one administrator requests 15,000 projects, 64 times at once, without reading the responses',
      quick: false,
      run: readsNothing,
    },
    {
      title: 'one administrator searches 15,000 projects, 64 times at once, and matches all',
      quick: true,
      run: (target) =>
        whileOthersRead(target, '/api/v1/user', (client, headers) =>
          client.get('/api/v1/projects/filter?languages=go', headers),
        ),
    },
    {
      title: 'an anonymous caller reads varying sets of 900 repositories, 64 times at once',
      quick: true,
      run: (target) =>
        whileOthersRead(target, '/api/health', (client, _headers, n) => {
          const names = times(900, (m) => `repository-${(n * 7 + m * 11) % 10_000}`)
          const path = `/api/repository/project/json?repositories=${names.join()}`
          return client.get(path, { 'accept-encoding': 'br' })
        }),
    },
    {
      title: 'an anonymous caller reads the home page, 64 times at once',
      quick: true,
      run: (target) =>
        whileOthersRead(target, '/user/api/info', (client) =>
          client.get('/', { 'accept-encoding': 'br' }),
        ),
    },
    {
      title: 'an anonymous caller reads differently filtered statistics, 64 times at once',
      quick: true,
      run: (target) =>
        whileOthersRead(target, '/api/health', (client, _headers, n) => {
          const since = new Date(Date.UTC(2015) + n * 60_000).toISOString()
          return client.get(`/api/json?datetime=${since}`, { 'accept-encoding': 'br' })
        }),
    },
  ],
}
