import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { fetch } from './support/fetch.ts'
import { createClient } from './support/client.ts'
import { describeOnS3 } from './support/describe-stores.ts'
import { freePorts } from './support/free-ports.ts'
import { startLandscape } from './support/landscape.ts'
import { run, type Command } from './support/process.ts'
import { openS3 } from './support/stores.ts'

const SERVICES = ['projects', 'data', 'admin-review', 'assistant'] as const
const SECRET = 'secret of the end to end tests only'

interface Report {
  status: number
  body: { status: string; reasons?: Record<string, string> }
}

/** Returns the readiness report of a service; waits until it responds. */
async function readiness(url: string): Promise<Report> {
  for (;;) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined)
    if (response)
      return { status: response.status, body: (await response.json()) as Report['body'] }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describeOnS3('an unusable store', () => {
  let data: Awaited<ReturnType<typeof openS3>>
  let commands: Command[] = []
  beforeAll(async () => {
    data = await openS3()
  }, 60_000)
  afterEach(async () => {
    for (const command of commands) command.signal('SIGTERM')
    await Promise.all(commands.map(({ exit }) => exit))
    commands = []
  })
  afterAll(() => data?.close())

  /** Starts a service alone and resolves with its address. */
  async function start(service: (typeof SERVICES)[number], env: Record<string, string> = {}) {
    const [port] = await freePorts(1)
    const command = run([`services/${service}/src/main.ts`], {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'development',
      INTERNAL_TOKEN_SECRET: SECRET,
      PORT: String(port),
      ...data.env,
      ...env,
    })
    commands.push(command)
    return { url: `http://127.0.0.1:${port}`, command }
  }

  it('is reported as the reason of "not ready" when unavailable at the start', async () => {
    await data.disconnect()
    const started = await Promise.all(SERVICES.map((service) => start(service)))
    for (const { url } of started) {
      const { status, body } = await readiness(url)
      expect(status).toBe(503)
      expect(body).toMatchObject({ status: 'not ready', checks: { store: 'failing' } })
      expect(body.reasons?.['store']).toMatch(/s3: .+ failed: .*ECONNREFUSED/)
      expect((await fetch(`${url}/livez`)).status).toBe(200)
    }
    await data.reconnect()
    for (const { url } of started) {
      while ((await readiness(url)).status !== 200) {
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    }
  })

  it('is reported when its bucket does not exist', async () => {
    const { url } = await start('data', { MAIN_BUCKET_NAME: 'landscape-typo' })
    const { status, body } = await readiness(url)
    expect(status).toBe(503)
    expect(body.reasons?.['store']).toContain('there is no bucket "landscape-typo"')
  })

  it('is reported when its credentials are wrong', async () => {
    const { url, command } = await start('data', { AWS_SECRET_ACCESS_KEY: 'not-the-right-one' })
    const { status, body } = await readiness(url)
    expect(status).toBe(503)
    expect(body.reasons?.['store']).toContain('HTTP 403')
    expect(command.output()).not.toContain('not-the-right-one')
  })
})

/** Only root may mount a small disk. */
const onSmallDisk = process.getuid?.() === 0 && process.platform === 'linux' ? it : it.skip

describe('a full disk', () => {
  const directory = mkdtempSync(join(tmpdir(), 'small-disk-'))
  afterAll(() => {
    if (process.getuid?.() === 0) {
      try {
        execFileSync('umount', [directory], { stdio: 'ignore' })
      } catch {
        // Nothing was mounted.
      }
    }
    rmSync(directory, { recursive: true, force: true })
  })

  onSmallDisk(
    'rejects edits with 507, is reported in /readyz, loses nothing and recovers',
    async () => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', directory])
      const landscape = await startLandscape({
        services: ['gateway', 'data', 'admin-review'],
        env: { DATA_DIR: directory },
      })
      const client = createClient(landscape.url)
      try {
        const add = (message: string) =>
          client.post('/admin/api/banners/update', { banner: { message, pages: ['radar'] } })
        expect((await add('before')).status).toBe(200)
        fill(join(directory, 'ballast'))
        // Pages that SQLite has already allocated store a few more edits.
        let response = await add('filling 0.')
        for (let n = 1; n < 2_000 && response.status === 200; n++) {
          response = await add(`filling ${n}. ${'x'.repeat(400)}`)
        }
        expect(response.status).toBe(507)
        expect(JSON.parse(response.text)).toMatchObject({ error: 'The store is full' })
        expect(response.text).not.toContain('sqlite')
        const logged = 'the disk is full: free space on the disk of DATA_DIR'
        while (!landscape.output('admin-review').includes(logged)) {
          await new Promise((resolve) => setTimeout(resolve, 50))
        }
        expect((await client.get('/api/banners')).text).toContain('"before"')
        const service = landscape.urls['admin-review']
        // /readyz is cached for a second.
        let { body } = await readiness(service)
        while (body.status === 'ready') ({ body } = await readiness(service))
        expect(body).toMatchObject({
          status: 'degraded',
          reasons: { 'store-space': 'the store is full' },
        })
        rmSync(join(directory, 'ballast'))
        expect((await add('after')).status).toBe(200)
        expect((await client.get('/api/banners')).text).toContain('"after"')
      } finally {
        client.close()
        await landscape.stop()
      }
    },
  )
})

/** Writes until the disk is full. */
function fill(file: string): void {
  const chunk = Buffer.alloc(64 * 1024)
  try {
    for (;;) writeFileSync(file, chunk, { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
