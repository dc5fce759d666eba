import { setTimeout as sleep } from 'node:timers/promises'
import { fetch } from '../../../test/support/fetch.ts'
import { sendRaw } from '../../../test/support/raw.ts'
import type { Attack, AttackSuite, Outcome } from './attack.ts'
import {
  SLOW_MS,
  SLOW_PATH,
  startEdgeCases,
  TIMEOUT_SECONDS,
  requestTo,
  type Target,
  type UserRequest,
} from './edge-case-target.ts'
import { sisterSite } from './sister-site.ts'

const PROJECTS = '/api/v1/projects'
const LISTS = '/admin/api/array-data/update'
const project = (name: string, more: object = {}) => ({
  user: [{ email: '' }],
  details: [{ name }],
  ...more,
})

/** An attack by one request with the expected response. */
function single(
  title: string,
  sent: UserRequest,
  { status, header }: { status: number; header?: readonly [name: string, value: RegExp] },
): Attack<Target> {
  return {
    title,
    quick: true,
    async run(target) {
      const request = requestTo(target)
      const response = await request(...sent)
      const value = header && String(response.headers[header[0]])
      return {
        held: response.status === status && (!header || header[1].test(value ?? '')),
        seen: `returned ${response.status}${header ? `, ${header[0]}: ${value}` : ''}`,
      }
    },
  }
}

const post = (body: object | string, headers = {}): UserRequest => [
  'POST',
  PROJECTS,
  { as: 'kim', body, headers },
]

/** Single requests. */
const SINGLE: Attack<Target>[] = [
  single('an anonymous caller reads projects', ['GET', PROJECTS], {
    status: 401,
    header: ['www-authenticate', /^Bearer/],
  }),
  single('a method that no service supports', ['PROPFIND', '/api/csv'], {
    status: 405,
    header: ['allow', /GET, HEAD, POST/],
  }),
  single('a method that the path does not support', ['DELETE', PROJECTS, { as: 'kim' }], {
    status: 405,
    header: ['allow', /GET, POST/],
  }),
  single('a new project', post(project('A/B')), {
    status: 201,
    header: ['location', /^\/api\/v1\/projects\/A%2FB$/],
  }),
  single('a project that is called "."', post(project('.')), { status: 400 }),
  single('a project that is called ".."', post(project('..')), { status: 400 }),
  single(
    'a body in UTF-7',
    post(project('+ADw-script'), { 'content-type': 'application/json; charset=utf-7' }),
    { status: 415 },
  ),
  single(
    'an integer outside the exact range',
    post('{"user":[{"email":""}],"details":[{"name":"Large"}],"count":9007199254740993}'),
    { status: 400 },
  ),
  single('a service returns the status 099', ['GET', '/api/csv'], { status: 502 }),
  single('a service switches protocols without a request', ['GET', '/api/json'], { status: 502 }),
]

/** Required metrics by service. */
const METRICS = {
  gateway: [
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

async function outage(target: Target): Promise<Outcome> {
  const request = requestTo(target)
  const read = async () => (await request('GET', '/admin/api/banners', { as: 'root' })).status
  await target.terminate('admin-review')
  // The gateway waits for a restart until its timeout.
  const stopped = await read()
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
    held: stopped === 503 && back === 200 && during === 200,
    seen: `${stopped} while it was stopped, then ${back}; ${during} during the next restart`,
  }
}

/** Rare requests, responses and operations. */
export const edgeCases: AttackSuite<Target> = {
  name: 'edge cases',
  start: startEdgeCases,
  attacks: [
    ...SINGLE,
    sisterSite,
    {
      title: 'a tunnel is requested with CONNECT',
      quick: true,
      async run({ url }) {
        const response = await sendRaw(url, 'CONNECT x.example:443 HTTP/1.1\r\nHost: x\r\n\r\n')
        const [first = '', ...lines] = response.split('\r\n')
        const allow = lines.find((line) => /^allow: /i.test(line))
        return { held: first.includes(' 405 ') && allow !== undefined, seen: `${first}, ${allow}` }
      },
    },
    {
      title: 'all technology lists are replaced by an empty object',
      quick: true,
      async run(target) {
        const request = requestTo(target)
        const lists = async () =>
          (await request('GET', '/admin/api/array-data', { as: 'root' })).text
        const some = { allCategories: true, items: { languages: ['TypeScript'] } }
        await request('POST', LISTS, { as: 'root', body: some })
        const before = await lists()
        const body = { allCategories: true, items: {} }
        const { status } = await request('POST', LISTS, { as: 'root', body })
        const isKept = (await lists()) === before && before.includes('TypeScript')
        return {
          held: status === 400 && isKept,
          seen: `returned ${status}, the lists were ${isKept ? 'kept' : 'lost'}`,
        }
      },
    },
    {
      title: 'a contact of a project registers one with the same name',
      quick: true,
      async run(target) {
        const request = requestTo(target)
        const named = project('Ours', { user: [{ email: 'lee@acme.example' }] })
        const first = await request('POST', PROJECTS, { as: 'ann', body: named })
        const second = await request('POST', PROJECTS, { as: 'lee', body: project('Ours') })
        const left = await request('GET', `${PROJECTS}/Ours`, { as: 'ann' })
        return {
          held: first.status === 201 && second.status === 201 && left.text.includes('lee@'),
          seen: `returned ${second.status}; a read by the first owner then returned ${left.status}`,
        }
      },
    },
    {
      title:
        'a client caches the partial project that it sent with the returned ETag and revalidates',
      quick: true,
      async run(target) {
        const request = requestTo(target)
        const path = `${PROJECTS}/Parts`
        const body = project('Parts', { stage: 'Live', developed: ['In house'] })
        await request('POST', PROJECTS, { as: 'kim', body })
        const part = project('Parts', { stage: 'Retired' })
        const { status, headers } = await request('PUT', path, { as: 'kim', body: part })
        const tag = headers['etag'] === undefined ? '"none"' : String(headers['etag'])
        const again = { 'if-none-match': tag }
        const read = await request('GET', path, { as: 'kim', headers: again })
        return {
          held: status === 200 && read.status === 200 && read.text.includes('In house'),
          seen: `the edit returned ${status} with ETag ${tag}, the read ${read.status}`,
        }
      },
    },
    {
      title: 'an operator reads metrics of circuits, quotas, rejections and failures',
      quick: true,
      async run({ metrics }) {
        const missing: string[] = []
        for (const service of ['gateway', 'projects'] as const) {
          const text = await metrics(service)
          const all = METRICS[service].filter((name) => !text.includes(`# TYPE ${name} `))
          missing.push(...all.map((name) => `${service} ${name}`))
        }
        return {
          held: missing.length === 0,
          seen: missing.length === 0 ? 'all exist' : `missing: ${missing.join(', ')}`,
        }
      },
    },
    {
      title: 'a service is restarted after an outage longer than requests wait',
      quick: false,
      run: outage,
    },
    {
      title: `a service responds after ${SLOW_MS / 1_000} s, within the timeout of ${TIMEOUT_SECONDS} s`,
      quick: false,
      async run({ url }) {
        const status = await fetch(`${url}${SLOW_PATH}`).then((response) => response.status, String)
        return { held: status === 200, seen: `returned ${status}` }
      },
    },
  ],
}
