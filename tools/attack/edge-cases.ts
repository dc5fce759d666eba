import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetch } from '../../test/support/fetch.ts'
import { createClient, type Answer, type Client } from '../../test/support/client.ts'
import { freePorts } from '../../test/support/free-ports.ts'
import { startProduction, type Production } from '../../test/support/production.ts'
import { sendRaw } from '../../test/support/raw.ts'
import type { Attack, AttackSuite, Outcome } from './attack.ts'
import { sisterSite } from './sister-site.ts'

interface Target extends Production {
  /** The figures of a service as Prometheus reads them. */
  figures: (service: 'gateway' | 'projects') => Promise<string>
}

/** Answers of a data service that is not ours, by path. */
const ODD_ANSWERS: Readonly<Record<string, string>> = {
  '/api/csv': 'HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n',
  '/api/json': 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
}
/** As the description has it: what `fetch` gets is held against that. */
const WELL =
  'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nCache-Control: no-cache\r\nETag: "well"\r\nContent-Length: 15\r\n\r\n{"messages":[]}'
const SLOW = '/api/banners'
/** Longer than a connection may be silent of itself, shorter than what the gateway is told to wait. */
const SLOW_MS = 63_000
const TIMEOUT_SECONDS = 90

/** A data service whose answers are odd, and one late; `/livez` is well. */
async function startOdd(port: number) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (request) => {
      const path = request.toString('latin1').split(' ', 2)[1] ?? ''
      const answer = () => void socket.write(ODD_ANSWERS[path] ?? WELL)
      if (path === SLOW) setTimeout(answer, SLOW_MS).unref()
      else answer()
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function start(): Promise<Target> {
  const [data = 0, gateway = 0, projects = 0] = await freePorts(3)
  const odd = await startOdd(data)
  const target = await startProduction({
    services: ['admin-review'],
    env: {
      DATA_URL: `http://127.0.0.1:${data}`,
      UPSTREAM_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS),
    },
  })
  const stop = async () => {
    await target.stop()
    odd.close()
  }
  try {
    await target.start('projects', { METRICS_PORT: String(projects) })
    await target.start('gateway', { METRICS_PORT: String(gateway) })
  } catch (error) {
    await stop()
    throw error
  }
  const ports = { gateway, projects }
  const figures: Target['figures'] = async (service) =>
    (await fetch(`http://127.0.0.1:${ports[service]}/metrics`)).text()
  return { ...target, figures, stop }
}

const PROJECTS = '/api/v1/projects'
const LISTS = '/admin/api/array-data/update'
const project = (name: string, more: object = {}) => ({
  user: [{ email: '' }],
  details: [{ name }],
  ...more,
})

/** Who asks what; the caller's name is that of an administrator when it is `root`. */
type Asked = [
  method: string,
  path: string,
  options?: { as?: string; body?: object | string; headers?: Record<string, string> },
]
interface Callers extends Client {
  ask: (...asked: Asked) => Promise<Answer>
}

async function withCallers<T>(target: Target, act: (callers: Callers) => Promise<T>): Promise<T> {
  const client = createClient(target.url)
  const of = (name: string) =>
    target.issuer.headersFor({
      email: `${name}@acme.example`,
      groups: name === 'root' ? ['admin'] : [],
    })
  const ask: Callers['ask'] = (method, path, { as, body, headers } = {}) =>
    client.send(method, path, body, { ...(as !== undefined && of(as)), ...headers })
  try {
    return await act({ ...client, ask })
  } finally {
    client.close()
  }
}

/** One request and the one right answer to it. */
function asked(
  title: string,
  request: Asked,
  { status, header }: { status: number; header?: readonly [name: string, value: RegExp] },
): Attack<Target> {
  return {
    title,
    quick: true,
    run: (target) =>
      withCallers(target, async ({ ask }) => {
        const answer = await ask(...request)
        const value = header && String(answer.headers[header[0]])
        return {
          held: answer.status === status && (!header || header[1].test(value ?? '')),
          seen: `answered ${answer.status}${header ? `, ${header[0]}: ${value}` : ''}`,
        }
      }),
  }
}

const post = (body: object | string, headers = {}): Asked => [
  'POST',
  PROJECTS,
  { as: 'kim', body, headers },
]

/** Single requests. */
const SINGLE: Attack<Target>[] = [
  asked('nobody reads projects', ['GET', PROJECTS], {
    status: 401,
    header: ['www-authenticate', /^Bearer/],
  }),
  asked('a method that no service takes', ['PROPFIND', '/api/csv'], {
    status: 405,
    header: ['allow', /GET, HEAD, POST/],
  }),
  asked('a method that the path does not take', ['DELETE', PROJECTS, { as: 'kim' }], {
    status: 405,
    header: ['allow', /GET, POST/],
  }),
  asked('a new project', post(project('A/B')), {
    status: 201,
    header: ['location', /^\/api\/v1\/projects\/A%2FB$/],
  }),
  asked('a project that is called "."', post(project('.')), { status: 400 }),
  asked('a project that is called ".."', post(project('..')), { status: 400 }),
  asked(
    'a body in UTF-7',
    post(project('+ADw-script'), { 'content-type': 'application/json; charset=utf-7' }),
    { status: 415 },
  ),
  asked(
    'an integer that would become another',
    post('{"user":[{"email":""}],"details":[{"name":"Large"}],"count":9007199254740993}'),
    { status: 400 },
  ),
  asked('a service answers with status 099', ['GET', '/api/csv'], { status: 502 }),
  asked('a service switches protocols unasked', ['GET', '/api/json'], { status: 502 }),
]

/** What must be counted, and where. */
const FIGURES = {
  gateway: [
    'landscape_upstream_slots_taken',
    'landscape_upstream_events_total',
    'landscape_upstream_replicas_down',
    'landscape_service_checks_total',
    'landscape_problems_total',
  ],
  projects: [
    'landscape_problems_total',
    'landscape_identities_refused_total',
    'landscape_document_reads_total',
    'landscape_store_failures_total',
  ],
} as const

async function outage(target: Target, { ask }: Callers): Promise<Outcome> {
  const read = async () => (await ask('GET', '/admin/api/banners', { as: 'root' })).status
  await target.terminate('admin-review')
  // Requests wait until patience has run out.
  const away = await read()
  await target.start('admin-review')
  let back = await read()
  for (let n = 0; n < 100 && back !== 200; n++) {
    await sleep(100)
    back = await read()
  }
  await target.terminate('admin-review')
  const restarted = target.start('admin-review')
  const during = await read()
  await restarted
  return {
    held: away === 503 && back === 200 && during === 200,
    seen: `${away} while it was away, then ${back}; ${during} during the next restart`,
  }
}

/** Small things that one caller, one service or one operator could get wrong. */
export const smallThings: AttackSuite<Target> = {
  name: 'small things',
  start,
  attacks: [
    ...SINGLE,
    sisterSite,
    {
      title: 'a tunnel is asked for',
      quick: true,
      async run({ url }) {
        const answer = await sendRaw(url, 'CONNECT x.example:443 HTTP/1.1\r\nHost: x\r\n\r\n')
        const [first = '', ...lines] = answer.split('\r\n')
        const allow = lines.find((line) => /^allow: /i.test(line))
        return { held: first.includes(' 405 ') && allow !== undefined, seen: `${first}, ${allow}` }
      },
    },
    {
      title: 'all technology lists are replaced by none',
      quick: true,
      run: (target) =>
        withCallers(target, async ({ ask }) => {
          const lists = async () => (await ask('GET', '/admin/api/array-data', { as: 'root' })).text
          const some = { allCategories: true, items: { languages: ['TypeScript'] } }
          await ask('POST', LISTS, { as: 'root', body: some })
          const before = await lists()
          const body = { allCategories: true, items: {} }
          const { status } = await ask('POST', LISTS, { as: 'root', body })
          const isKept = (await lists()) === before && before.includes('TypeScript')
          return {
            held: status === 400 && isKept,
            seen: `answered ${status}, the lists were ${isKept ? 'kept' : 'lost'}`,
          }
        }),
    },
    {
      title: 'somebody whom a project names as contact registers one of the same name',
      quick: true,
      run: (target) =>
        withCallers(target, async ({ ask }) => {
          const named = project('Ours', { user: [{ email: 'lee@acme.example' }] })
          const first = await ask('POST', PROJECTS, { as: 'ann', body: named })
          const second = await ask('POST', PROJECTS, { as: 'lee', body: project('Ours') })
          const left = await ask('GET', `${PROJECTS}/Ours`, { as: 'ann' })
          return {
            held: first.status === 201 && second.status === 201 && left.text.includes('lee@'),
            seen: `answered ${second.status}; the first owner then read ${left.status}`,
          }
        }),
    },
    {
      title:
        'a client keeps what it sent of a project under the tag of the answer, and revalidates',
      quick: true,
      run: (target) =>
        withCallers(target, async ({ ask }) => {
          const path = `${PROJECTS}/Parts`
          const body = project('Parts', { stage: 'Live', developed: ['In house'] })
          await ask('POST', PROJECTS, { as: 'kim', body })
          const part = project('Parts', { stage: 'Retired' })
          const { status, headers } = await ask('PUT', path, { as: 'kim', body: part })
          const tag = headers['etag'] === undefined ? '"none"' : String(headers['etag'])
          const again = { 'if-none-match': tag }
          const read = await ask('GET', path, { as: 'kim', headers: again })
          return {
            held: status === 200 && read.status === 200 && read.text.includes('In house'),
            seen: `the edit answered ${status} with tag ${tag}, the read ${read.status}`,
          }
        }),
    },
    {
      title: 'an operator looks for circuits, slots, quotas, refusals and failures in the figures',
      quick: true,
      async run({ figures }) {
        const missing: string[] = []
        for (const service of ['gateway', 'projects'] as const) {
          const text = await figures(service)
          const all = FIGURES[service].filter((name) => !text.includes(`# TYPE ${name} `))
          missing.push(...all.map((name) => `${service} ${name}`))
        }
        return {
          held: missing.length === 0,
          seen: missing.length === 0 ? 'all are there' : `missing: ${missing.join(', ')}`,
        }
      },
    },
    {
      title: 'a service that was away for longer than requests wait is restarted',
      quick: false,
      run: (target) => withCallers(target, (callers) => outage(target, callers)),
    },
    {
      title: `a service takes ${SLOW_MS / 1_000} s, of ${TIMEOUT_SECONDS} s that it may take`,
      quick: false,
      async run({ url }) {
        const status = await fetch(`${url}${SLOW}`).then((answer) => answer.status, String)
        return { held: status === 200, seen: `answered ${status}` }
      },
    },
  ],
}
