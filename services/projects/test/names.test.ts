import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from '@jest/globals'
import { KIM, stored } from '../src/registry/project.fixture.ts'
import { as, project, PROJECTS, projectService } from './project-service.ts'

const kim = await as('kim')
const DOTS = ['.', '..']
const { app, records } = await projectService({
  stored: DOTS.map((name) => stored(name, KIM.email)),
})
const server = createServer(app)
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
afterAll(() => void server.close())

/** Sends the path unchanged: other clients resolve dot segments. */
async function call(method: string, path: string, body?: unknown, who = kim) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>()
  const headers = { ...who, ...(body !== undefined && { 'content-type': 'application/json' }) }
  const req = send({ port, host: '127.0.0.1', method, path, headers }, (res) => {
    let text = ''
    res.setEncoding('utf8')
    res.on('data', (chunk: string) => (text += chunk))
    res.on('end', () => resolve({ status: res.statusCode ?? 0, text }))
  })
  req.on('error', reject)
  req.end(body === undefined ? undefined : JSON.stringify(body))
  return promise
}

const segment = (name: string) => `${PROJECTS}/${encodeURIComponent(name).replaceAll('.', '%2E')}`

describe('a project name', () => {
  // spec: 1-s3 4.1-r3a 4.1-r4a 2.3-s3a
  it.each([
    'a/b',
    '/',
    '../../etc/passwd',
    '...',
    '100% sure',
    '%',
    '%20',
    '%2F',
    'a%2Fb',
    'a+b&c=d?e#f;g',
    '"double" and \'single\'',
    'back\\slash',
    ' leading and trailing ',
    ' ',
    'tab\tand line\nend\r\n',
    'a/../b',
    'a/..',
    '..\\x',
    '..;x',
    '%2e%2e',
    '%2500',
    '\u0001\u001b\u007f',
    'Caf\u00e9',
    'The\u0301 Noir',
    '\u202eright to left',
    '水位 🌊',
    '__proto__',
    'constructor',
    'null',
    '0',
    'user',
    '<script>alert(1)</script>',
    "'; DROP TABLE objects; --",
    'x'.repeat(200),
    '水'.repeat(200),
  ])('round-trips: %j', async (name) => {
    const sent = project(name)
    const created = await call('POST', PROJECTS, sent)
    expect(created).toEqual({ status: 201, text: JSON.stringify(sent) })
    expect((await call('POST', PROJECTS, sent)).status).toBe(409)
    expect(await call('GET', segment(name))).toEqual({ status: 200, text: JSON.stringify(sent) })
    const changed = project(name, { stage: name })
    expect((await call('PUT', segment(name), changed)).status).toBe(200)
    expect((await call('GET', segment(name))).text).toBe(JSON.stringify(changed))
    expect((await records()).at(-1)).toEqual({ ...changed, owner: 'kim@acme.example' })
  })

  it('is the same in both Unicode forms', async () => {
    const [composed, decomposed] = ['\u00c9cluse', 'E\u0301cluse']
    const sent = project(decomposed)
    expect((await call('POST', PROJECTS, sent)).status).toBe(201)
    expect((await call('POST', PROJECTS, project(composed))).status).toBe(409)
    const found = await call('GET', segment(composed))
    expect(found).toEqual({ status: 200, text: JSON.stringify(sent) })
  })

  it.each(DOTS)('of %s is rejected, but addressable when stored', async (name) => {
    const error = 'A project cannot be called "." or ".."'
    const refused = {
      error,
      errors: [{ pointer: '/details/0/name', detail: 'cannot be "." or ".."' }],
    }
    const lee = await as('lee')
    const created = await call('POST', PROJECTS, project(name), lee)
    expect(created.status).toBe(400)
    expect(JSON.parse(created.text)).toMatchObject(refused)
    expect((await call('POST', PROJECTS, project('Dots'), lee)).status).toBe(201)
    const renamed = await call('PUT', segment('Dots'), project(name), lee)
    expect(renamed.status).toBe(400)
    expect(JSON.parse(renamed.text)).toMatchObject(refused)
    expect((await call('DELETE', segment('Dots'), undefined, lee)).status).toBe(204)

    const changed = project(name, { stage: 'x' })
    expect((await call('PUT', segment(name), changed)).status).toBe(200)
    expect((await call('GET', segment(name))).text).toBe(JSON.stringify(changed))
    expect((await call('DELETE', segment(name))).status).toBe(204)
    expect((await call('GET', segment(name))).status).toBe(404)
  })

  // spec, otherwise: 4.1-r3a 4.1-r4a
  it('with an invalid encoding is rejected', async () => {
    for (const path of ['%', '%zz', '%ff', '%c3%28']) {
      expect((await call('GET', `${PROJECTS}/${path}`)).status).toBe(400)
      expect((await call('PUT', `${PROJECTS}/${path}`, project('Tide'))).status).toBe(400)
    }
  })

  it('over the maximum length is rejected', async () => {
    const { status, text } = await call('GET', segment('x'.repeat(8_001)))
    expect([status, JSON.parse(text).error]).toEqual([400, 'Project name is too long'])
  })
})
