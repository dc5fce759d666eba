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
import { isSharedRead } from '@landscape/http/request/shared-read'
import { IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { closeServers } from './gateway-fixture.ts'
import { startGateway, startIdp, type RunningGateway } from './running-gateway.ts'

const PUBLIC = '/api/banners'
const PRIVATE = '/api/v1/projects'
const UPLOAD = '/review/api/tech-radar/update'
const kim = { email: 'kim@acme.example', groups: ['reviewer'] }

interface Certificate {
  key: Buffer
  cert: Buffer
}

/** Creates a self-signed certificate for a host name, with its files in the directory. */
function certificateFor(name: string, directory: string): Certificate {
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const about = ['-days', '2', '-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...about], {
    stdio: 'ignore',
  })
  return { key: readFileSync(key), cert: readFileSync(cert) }
}

interface ReceivedRequest {
  headers: IncomingHttpHeaders
  /** SHA-256 of the complete body. */
  sum?: string
}

/** Starts a service behind TLS with one document, which each POST replaces. */
async function secureService(own: Certificate) {
  const version = { text: 'first', number: 1 }
  const received: ReceivedRequest[] = []
  /** `hold` delays the response to a read after the version was read. */
  const script: { hold?: Promise<unknown> | undefined } = {}
  const respond = async (req: IncomingMessage, res: ServerResponse) => {
    if (req.url === '/livez' || req.url === '/readyz') return void res.end()
    const one: ReceivedRequest = { headers: req.headers }
    received.push(one)
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
  const server = createServer(own, (req, res) => void respond(req, res).catch(() => res.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    version,
    received,
    script,
    /** Replaces the certificate and closes all connections. */
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

// openssl creates the certificates.
const hasOpenssl = spawnSync('openssl', ['version']).status === 0
;(hasOpenssl ? describe : describe.skip)('a gateway with https upstreams', () => {
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
    // The gateway caches a response from its second request.
    await read()
    await read()
    service.received.length = 0
  })

  const send = (path: string, init?: RequestInit) => fetch(gateway.url + path, init)
  const read = async (headers: Record<string, string> = {}) => {
    const response = await send(PUBLIC, { headers })
    return `${response.status} ${await response.text()}`
  }
  /** Returns the distinct responses to concurrent reads. */
  const readConcurrently = async (count: number, headers?: Record<string, string>) =>
    new Set(await Promise.all(Array.from({ length: count }, () => read(headers))))
  const tag = () => `W/"${service.version.number}"`
  const write = (body: string) => send(UPLOAD, { method: 'POST', body, headers: headersOfKim })

  it('revalidates a shared response once for concurrent callers', async () => {
    const { text } = service.version
    const [complete, unchanged] = await Promise.all([
      readConcurrently(50),
      readConcurrently(50, { 'if-none-match': tag() }),
    ])
    expect(complete).toEqual(new Set([`200 ${text}`]))
    expect(unchanged).toEqual(new Set(['304 ']))
    expect(service.received.length).toBeLessThan(100)
    const revalidations = service.received.filter(({ headers }) => isSharedRead(headers))
    expect(revalidations).not.toEqual([])
    for (const { headers } of revalidations) {
      expect(headers).toMatchObject({ 'if-none-match': tag() })
      expect(headers).not.toHaveProperty('x-forwarded-for')
    }
  })

  it('returns a written version to later callers during an older revalidation', async () => {
    const { text } = service.version
    const { promise, resolve } = Promise.withResolvers<void>()
    service.script.hold = promise
    const early = read()
    while (service.received.length === 0) await sleep(10)
    expect((await write('written')).status).toBe(200)
    service.script.hold = undefined
    expect(await readConcurrently(20)).toEqual(new Set(['200 written']))
    resolve()
    // On a busy machine the gateway may have sent the early read again.
    expect([`200 ${text}`, '200 written']).toContain(await early)
    expect(await read()).toBe('200 written')
  })

  it('forwards each read of a signed-in caller with its identity', async () => {
    for (let n = 0; n < 3; n++) {
      const response = await send(PRIVATE, { headers: headersOfKim })
      expect(await response.text()).toBe(service.version.text)
      expect(response.headers.get('cache-control')).toBe('private, no-cache')
    }
    expect(service.received).toHaveLength(3)
    for (const { headers } of service.received) {
      expect(headers).toHaveProperty(IDENTITY_HEADER)
      expect(headers).not.toHaveProperty('if-none-match')
    }
  })

  it('streams a complete upload while it arrives', async () => {
    const [begin, end] = ['a'.repeat(300_000), 'b'.repeat(700_000)]
    const headers = { ...headersOfKim, 'transfer-encoding': 'chunked' }
    const call = request(gateway.url + UPLOAD, { method: 'POST', headers })
    call.write(begin)
    while (service.received.length === 0) await sleep(10)
    expect(service.received).toMatchObject([{ headers: { 'transfer-encoding': 'chunked' } }])
    call.end(end)
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    expect([response.statusCode, await json(response)]).toEqual([200, {}])
    expect(service.received).toMatchObject([{ sum: sumOf(begin + end) }])
    expect(await read()).toBe(`200 ${begin}${end}`)
  })

  it.each([
    ['untrusted', 'unknown'],
    ['incorrectly named', 'misnamed'],
  ] as const)('sends nothing to an upstream with an %s certificate', async (_what, name) => {
    service.present(certificates[name])
    const rejected = [
      await send(PUBLIC),
      await send(PUBLIC, { headers: { 'if-none-match': tag() } }),
      await send(PRIVATE, { headers: headersOfKim }),
      await write('not written'),
      await write('x'.repeat(300_000)),
    ]
    for (const response of rejected) {
      expect(response.status).toBe(503)
      expect(response.headers.get('content-type')).toContain('application/problem+json')
      expect(response.headers.get('retry-after')).toBe('5')
      expect(await response.json()).toMatchObject({
        error: expect.stringMatching(/^The (data|projects|admin-review) service is not available$/),
      })
    }
    expect(service.received).toEqual([])

    Object.assign(service.version, { text: `after ${name}`, number: service.version.number + 1 })
    service.present(certificates.own)
    while ((await read()).startsWith('503')) await sleep(10)
    expect(await read()).toBe(`200 after ${name}`)
  })
})
