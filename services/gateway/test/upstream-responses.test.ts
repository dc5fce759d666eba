import { once } from 'node:events'
import { get, request as httpRequest } from 'node:http'
import { afterAll, describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { closeServers, echoService, gatewayApp, listen } from './gateway-fixture.ts'

afterAll(closeServers)

describe('a failing upstream', () => {
  it('causes a 503 for its prefix only while it is down', async () => {
    const data = await echoService('data')
    const { app } = gatewayApp({ upstreams: { data: data.url } })
    const down = await request(app).post('/api/v1/projects').send({ user: [] })
    expect(down.status).toBe(503)
    expect(down.headers['retry-after']).toBe('5')
    expect(down.body).toMatchObject({ error: 'The projects service is not available' })
    expect(down.text).not.toContain('ECONNREFUSED')
    expect((await request(app).get('/api/csv')).status).toBe(200)
  })

  it('causes a 502 when it closes the connection', async () => {
    const { url } = await listen((req) => req.socket.destroy())
    const response = await request(gatewayApp({ upstreams: { data: url } }).app).get('/api/csv')
    expect(response.status).toBe(502)
    expect(response.body).toMatchObject({ error: 'The data service did not respond' })
  })

  it('causes a 502 without a retry when it times out', async () => {
    let requests = 0
    const { url } = await listen(({ url: path }) => {
      if (path !== '/livez') requests++
    })
    const { app } = gatewayApp({
      upstreams: { data: url },
      upstreamLimits: { timeoutMs: 50, patienceMs: 0 },
    })
    expect((await request(app).get('/api/csv')).status).toBe(502)
    expect(requests).toBe(1)
  })

  it('closes the connection when its response is incomplete', async () => {
    const { url } = await listen((_req, res) => {
      res.writeHead(200, { 'content-length': 1000 })
      res.write('half', () => setTimeout(() => res.destroy(), 20))
    })
    const gateway = await listen(gatewayApp({ upstreams: { data: url } }).app)
    const [response] = await once(get(`${gateway.url}/api/csv`), 'response')
    response.resume()
    const [error] = await once(response, 'error')
    expect(error.code).toBe('ECONNRESET')
    expect((await fetch(`${gateway.url}/livez`)).status).toBe(200)
  })

  it('causes a 502 without headers of a response that ended before its body', async () => {
    const { url } = await listen((_req, res) => {
      res.writeHead(200, { 'content-length': 10, 'set-cookie': 'a=1', etag: '"1"', vary: 'Cookie' })
      res.flushHeaders()
      setTimeout(() => res.destroy(), 20)
    })
    const gateway = await listen(gatewayApp({ upstreams: { data: url } }).app)
    const response = await fetch(`${gateway.url}/api/csv`, { method: 'POST' })
    expect(response.status).toBe(502)
    const text = await response.text()
    expect(JSON.parse(text)).toMatchObject({ error: 'The data service did not respond' })
    expect(response.headers.get('content-length')).toBe(String(text.length))
    for (const name of ['set-cookie', 'etag']) expect(response.headers.has(name)).toBe(false)
    expect(response.headers.get('vary')).toBe('Accept, Origin')
  })

  it('returns its 413 while the client is sending', async () => {
    const { url } = await listen((_req, res) => {
      res.writeHead(413, { 'content-type': 'application/json', connection: 'close' })
      res.end('{"error":"Payload too large"}')
    })
    const gateway = await listen(gatewayApp({ upstreams: { data: url } }).app)
    const sending = httpRequest(`${gateway.url}/api/csv`, { method: 'POST' })
    sending.on('error', () => {})
    sending.write('x'.repeat(100_000))
    const [response] = await once(sending, 'response')
    expect(response.statusCode).toBe(413)
    sending.destroy()
  })
})

describe('streaming', () => {
  it('forwards the first chunk of a response before the last', async () => {
    const finish = Promise.withResolvers<void>()
    const { url } = await listen((_req, res) => {
      res.write('first')
      void finish.promise.then(() => res.end('last'))
    })
    const gateway = await listen(gatewayApp({ upstreams: { data: url } }).app)
    const response = await fetch(`${gateway.url}/api/csv`)
    const reader = response.body!.getReader()
    expect(String(Buffer.from((await reader.read()).value as Uint8Array))).toBe('first')
    finish.resolve()
    expect(String(Buffer.from((await reader.read()).value as Uint8Array))).toBe('last')
  })

  it('has the reason phrase of the status, and joins Vary', async () => {
    const { url } = await listen((_req, res) => {
      res.writeHead(200, 'Zo\xeb', { vary: 'Cookie' }).end('{}')
    })
    const gateway = await listen(gatewayApp({ upstreams: { data: url } }).app)
    const [response] = await once(get(`${gateway.url}/api/csv`), 'response')
    response.resume()
    expect([response.statusMessage, response.headers.vary]).toEqual(['OK', 'Cookie, Origin'])
  })

  it('forwards a large body completely', async () => {
    const { url } = await echoService('admin-review')
    const { app } = gatewayApp({ upstreams: { 'admin-review': url } })
    const body = 'x'.repeat(5_000_000)
    const response = await request(app).post('/admin/api/banners').type('json').send(`"${body}"`)
    expect(response.body.body).toHaveLength(body.length + 2)
    expect(response.body.headers['content-length']).toBe(String(body.length + 2))
  })

  it('cancels the upstream request when the client disconnects', async () => {
    const arrived = Promise.withResolvers<void>()
    const left = Promise.withResolvers<void>()
    const { url } = await listen((_req, res) => {
      res.on('close', () => left.resolve())
      arrived.resolve()
    })
    const { app, lines } = gatewayApp({ upstreams: { data: url } })
    const gateway = await listen(app)
    const leaving = get(`${gateway.url}/api/csv`)
    leaving.on('error', () => {})
    await arrived.promise
    leaving.destroy()
    await left.promise
    expect((await fetch(`${gateway.url}/livez`)).status).toBe(200)
    expect(lines.join('')).not.toContain('"level":"error"')
  })

  it('reuses connections to the upstream', async () => {
    const sockets = new Set<unknown>()
    const { url } = await listen((req, res) => {
      sockets.add(req.socket)
      res.end('{}')
    })
    const { app } = gatewayApp({ upstreams: { data: url } })
    for (let i = 0; i < 5; i++) await request(app).get('/api/csv')
    expect(sockets.size).toBe(1)
  })
})
