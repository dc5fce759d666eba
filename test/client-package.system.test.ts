import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createLandscapeClient } from '@landscape/client'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fetch } from './support/fetch.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'

const run = promisify(execFile)
const PACKAGE = fileURLToPath(new URL('../libs/client', import.meta.url))
const TSC = fileURLToPath(new URL('../node_modules/.bin/tsc', import.meta.url))

/** Packs a package; resolves with the path of the tarball, relative to `destination`. */
async function pack(directory: string, destination: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', destination], {
    cwd: directory,
  })
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[\n'))) as [{ filename: string }]
  return `./${filename}`
}

let landscape: Landscape
beforeAll(async () => {
  landscape = await startLandscape()
}, 60_000)
afterAll(async () => landscape?.stop())

describe('the client', () => {
  // spec: 1-s1 4.3-r3e
  it('returns typed results of reads, edits and errors', async () => {
    const { GET, POST } = createLandscapeClient({ baseUrl: landscape.url, fetch })
    const banner = { message: 'From the client', pages: ['radar'] }
    const added = await POST('/admin/api/banners/update', { body: banner })
    expect(added.data?.message).toBe('Banner added successfully')
    const { data } = await GET('/api/banners')
    expect(data?.messages).toContainEqual(expect.objectContaining({ message: 'From the client' }))
    const radar = await GET('/api/tech-radar/json')
    const rings = radar.data?.entries.map(({ timeline }) => timeline.at(-1)?.ringId.toUpperCase())
    expect(rings).toContain('ADOPT')
    const name = { project_name: 'Unknown project' }
    const { error, response } = await GET('/api/v1/projects/{project_name}', {
      params: { path: name },
    })
    expect([response.status, error?.error]).toEqual([404, 'Project not found'])
  })

  // spec, otherwise: 4-s1b
  it('returns pictures and pages as strings or as another requested type', async () => {
    const { GET } = createLandscapeClient({ baseUrl: landscape.url, fetch })
    const { data: radar, response } = await GET('/api/tech-radar/svg')
    expect(radar).toMatch(/^<svg .*<\/svg>\n$/s)
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
    ])
    expect((await GET('/api/tech-radar/svg', { parseAs: 'text' })).data).toBe(radar)
    expect((await GET('/')).data).toMatch(/^<!doctype html>/)
    expect(await GET('/api/tech-radar/svg', { params: { query: { at: 'never' } } })).toMatchObject({
      error: { status: 400 },
    })
  })

  it('requests a token for each request', async () => {
    const seen: (string | undefined)[] = []
    const server = createServer((req, res) => {
      seen.push(req.headers.authorization)
      res.setHeader('content-type', 'application/json').end('{}')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => void server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    let tokens = 0
    const client = createLandscapeClient({
      baseUrl: `http://127.0.0.1:${port}`,
      token: async () => `token ${++tokens}`,
    })
    await client.GET('/user/api/info')
    await client.GET('/user/api/info')
    server.closeAllConnections()
    server.close()
    expect(seen).toEqual(['Bearer token 1', 'Bearer token 2'])
  })
})

const programFor = (gateway: string) => `
import { createLandscapeClient, type Schemas } from '@landscape/client'
const { GET } = createLandscapeClient({ baseUrl: '${gateway}' })
const { data, error } = await GET('/api/csv')
if (error) throw new Error(error.error)
const rows: Schemas['CsvRow'][] = data
console.log(rows.map(({ Project }) => Project).join())
const nameOf = ({ details }: Schemas['Project']): string => details[0].name
const project_name = 'Harbour Berths'
const project = await GET('/api/v1/projects/{project_name}', { params: { path: { project_name } } })
console.log(project.data && nameOf(project.data))
// @ts-expect-error: the path does not exist
void GET('/api/no-such-path')
`

describe('the package of the client', () => {
  it('works in a project without other dependencies', async () => {
    const project = await mkdtemp(join(tmpdir(), 'landscape-client-'))
    try {
      const tarball = await pack(PACKAGE, project)
      await writeFile(join(project, 'package.json'), '{"type":"module"}')
      await run('npm', ['install', '--offline', '--no-audit', tarball], { cwd: project })
      await writeFile(join(project, 'program.ts'), programFor(landscape.url))
      const compile = [
        '--strict',
        '--module',
        'nodenext',
        '--target',
        'es2024',
        '--lib',
        'es2024,dom',
      ]
      await run(TSC, [...compile, 'program.ts', '--types', ''], { cwd: project }).catch(
        ({ stdout: faults }: { stdout: string }) => {
          throw new Error(faults)
        },
      )
      const ran = await run(process.execPath, ['program.js'], { cwd: project })
      expect(ran.stdout).toMatch(/\nHarbour Berths\n$/)
    } finally {
      await rm(project, { recursive: true, force: true })
    }
  }, 120_000)
})
