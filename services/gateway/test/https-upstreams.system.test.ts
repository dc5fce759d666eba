import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import {
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { IDENTITY_HEADER } from '@landscape/runtime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { closeServers } from './gateway-fixture.ts'
import { startGateway, startIdp, type RunningGateway } from './running-gateway.ts'

const PUBLIC = '/api/banners'
const OF_ONE = '/api/v1/projects'
const UPLOAD = '/review/api/tech-radar/update'
const kim = { email: 'kim@acme.example', groups: ['reviewer'] }

interface Certificate {
  key: Buffer
  cert: Buffer
}

/** A certificate for a name, which vouches for itself; its files are made in the directory. */
function certificateFor(name: string, directory: string): Certificate {
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const about = ['-days', '2', '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...about], {
    stdio: 'ignore',
  })
  return { key: readFileSync(key), cert: readFileSync(cert) }
}

interface Asked {
  headers: IncomingHttpHeaders
  /** Of the body, once it has come. */
  sum?: string
}

/** A service behind TLS with one document, which whatever is sent replaces. */
async function secureService(own: Certificate) {
  const version = { text: 'first', number: 1 }
  const asked: Asked[] = []
  /** What is awaited before a read is answered, after what is true has been read. */
  const script: { hold?: Promise<unknown> | undefined } = {}
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    if (req.url === '/livez' || req.url === '/readyz') return void res.end()
    const one: Asked = { headers: req.headers }
    asked.push(one)
    if (req.method === 'POST') {
      const body = await buffer(req)
      one.sum = sumOf(body)
      Object.assign(version, { text: body.toString(), number: version.number + 1 })
      return void res.end('{}')
    }
    const { text, number } = version
    await script.hold
    const etag = `W/"${number}"`
    const isKnown = req.headers['if-none-match'] === etag
    res.setHeader('cache-control', 'public, no-cache').setHeader('etag', etag)
    if (isKnown) res.writeHead(304).end()
    else res.setHeader('content-length', Buffer.byteLength(text)).end(text)
  }
  const server = createServer(own, (req, res) => void answer(req, res).catch(() => res.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    version,
    asked,
    script,
    /** Has this certificate from now on, and ends all connections that stand on another. */
    present(certificate: Certificate) {
      server.setSecureContext(certificate)
      server.closeAllConnections()
    },
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const sumOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')

// Certificates are made by openssl; without it these are skipped.
const hasOpenssl = spawnSync('openssl', ['version']).status === 0
;(hasOpenssl ? describe : describe.skip)('services that are reached by https', () => {
  let directory = ''
  let certificates: Record<'own' | 'misnamed' | 'unknown', Certificate>
  let service: Awaited<ReturnType<typeof secureService>>
  let gateway: RunningGateway
  let headersOfKim: Record<string, string>
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'landscape-tls-'))
    certificates = {
      own: certificateFor('localhost', directory),
      misnamed: certificateFor('another.example', directory),
      unknown: certificateFor('localhost', directory),
    }
    const trusted = join(directory, 'trusted.pem')
    writeFileSync(trusted, Buffer.concat([certificates.own.cert, certificates.misnamed.cert]))
    service = await secureService(certificates.own)
    const idp = await startIdp()
    headersOfKim = idp.issuer.headersFor(kim)
    gateway = await startGateway({
      ...idp.settings,
      NODE_EXTRA_CA_CERTS: trusted,
      DATA_URL: service.url,
      PROJECTS_URL: service.url,
      ADMIN_REVIEW_URL: service.url,
      RATE_LIMIT_PER_MINUTE: '0',
      CONCURRENT_REQUESTS_PER_CALLER: '0',
      UPSTREAM_RESTART_SECONDS: '0',
    })
  })
  afterAll(async () => {
    await gateway?.stop()
    service?.close()
    await closeServers()
    rmSync(directory, { recursive: true })
  })
  beforeEach(async () => {
    // From the second request on an answer is kept.
    await read()
    await read()
    service.asked.length = 0
  })

  const ask = (path: string, init?: RequestInit) => fetch(gateway.url + path, init)
  const read = async (headers: Record<string, string> = {}) => {
    const answer = await ask(PUBLIC, { headers })
    return `${answer.status} ${await answer.text()}`
  }
  /** What all of them got who asked together. */
  const many = async (count: number, headers?: Record<string, string>) =>
    new Set(await Promise.all(Array.from({ length: count }, () => read(headers))))
  const tag = () => `W/"${service.version.number}"`
  const write = (body: string) => ask(UPLOAD, { method: 'POST', body, headers: headersOfKim })

  it('confirm the answer that many share, with one question for many of them', async () => {
    const { text } = service.version
    const [whole, unchanged] = await Promise.all([many(50), many(50, { 'if-none-match': tag() })])
    expect(whole).toEqual(new Set([`200 ${text}`]))
    expect(unchanged).toEqual(new Set(['304 ']))
    expect(service.asked.length).toBeLessThan(100)
    const questions = service.asked.filter(
      ({ headers }) => headers['cache-control'] === 'only-if-cached',
    )
    expect(questions).not.toEqual([])
    for (const { headers } of questions) {
      expect(headers).toMatchObject({ 'if-none-match': tag() })
      expect(headers).not.toHaveProperty('x-forwarded-for')
    }
  })

  it('show what was written to all who ask after that, also while an older question is under way', async () => {
    const { text } = service.version
    const { promise, resolve } = Promise.withResolvers<void>()
    service.script.hold = promise
    const early = read()
    while (service.asked.length === 0) await sleep(10)
    expect((await write('written')).status).toBe(200)
    service.script.hold = undefined
    expect(await many(20)).toEqual(new Set(['200 written']))
    resolve()
    // On a busy machine it may have been asked anew meanwhile.
    expect([`200 ${text}`, '200 written']).toContain(await early)
    expect(await read()).toBe('200 written')
  })

  it('get each read of who has signed in, with the identity', async () => {
    for (let n = 0; n < 3; n++) {
      const answer = await ask(OF_ONE, { headers: headersOfKim })
      expect(await answer.text()).toBe(service.version.text)
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    }
    expect(service.asked).toHaveLength(3)
    for (const { headers } of service.asked) {
      expect(headers).toHaveProperty(IDENTITY_HEADER)
      expect(headers).not.toHaveProperty('if-none-match')
    }
  })

  it('get an upload while it comes in, and all of it', async () => {
    const [begin, end] = ['a'.repeat(300_000), 'b'.repeat(700_000)]
    const headers = { ...headersOfKim, 'transfer-encoding': 'chunked' }
    const call = request(gateway.url + UPLOAD, { method: 'POST', headers })
    call.write(begin)
    while (service.asked.length === 0) await sleep(10)
    expect(service.asked).toMatchObject([{ headers: { 'transfer-encoding': 'chunked' } }])
    call.end(end)
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    expect([answer.statusCode, await json(answer)]).toEqual([200, {}])
    expect(service.asked).toMatchObject([{ sum: sumOf(begin + end) }])
    expect(await read()).toBe(`200 ${begin}${end}`)
  })

  it.each([
    ['for which nobody vouches', 'unknown'],
    ['of another name', 'misnamed'],
  ] as const)('are asked nothing while they have a certificate %s', async (_what, name) => {
    service.present(certificates[name])
    const refused = [
      await ask(PUBLIC),
      await ask(PUBLIC, { headers: { 'if-none-match': tag() } }),
      await ask(OF_ONE, { headers: headersOfKim }),
      await write('not written'),
      await write('x'.repeat(300_000)),
    ]
    for (const answer of refused) {
      expect(answer.status).toBe(503)
      expect(answer.headers.get('content-type')).toContain('application/problem+json')
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(await answer.json()).toMatchObject({
        error: expect.stringMatching(/^The (data|projects|admin-review) service is not available$/),
      })
    }
    expect(service.asked).toEqual([])

    Object.assign(service.version, { text: `after ${name}`, number: service.version.number + 1 })
    service.present(certificates.own)
    while ((await read()).startsWith('503')) await sleep(10)
    expect(await read()).toBe(`200 after ${name}`)
  })
})
