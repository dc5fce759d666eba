import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { CHANGE_EXAMPLE } from '@landscape/dev/examples'
import { SERVICE_NAMES } from '../tools/start/plan.ts'
import { fetch } from './support/fetch.ts'
import { landscapeSettings } from './support/landscape.ts'
import { isAlive, pause, run, untilGone, type Command } from './support/process.ts'

const READY = 'The technology landscape is running.'

let settings: Awaited<ReturnType<typeof landscapeSettings>>
let dataDir: string
let commands: Command[]

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'start-'))
  settings = await landscapeSettings(dataDir)
  commands = []
})

afterEach(async () => {
  for (const command of commands) {
    const pids = pidsOf(command)
    command.signal('SIGKILL')
    await untilGone(pids)
  }
  rmSync(dataDir, { recursive: true, force: true })
})

function start(args: string[] = ['gateway', 'data'], env: Record<string, string> = {}) {
  const command = run(['tools/start.ts', ...args], { ...settings, ...env })
  commands.push(command)
  return command
}

/** Resolves with the process ids of the services when the landscape is ready. */
async function ready(command: Command, services = 2): Promise<number[]> {
  await command.prints(READY)
  // Services write their logs asynchronously, possibly after their responses.
  while (pidsOf(command).length < services) await pause()
  return pidsOf(command)
}

/** Returns the process ids of the services from their logs. */
function pidsOf(command: Command): number[] {
  const named = command.output().matchAll(/"pid":(\d+)/g)
  return [...new Set([...named].map(([, pid]) => Number(pid)))]
}

describe('npm start', () => {
  it('serves the sample data through the gateway and stops all processes after SIGINT', async () => {
    const landscape = start([])
    const pids = await ready(landscape, SERVICE_NAMES.length)

    const radar = await fetch(`http://127.0.0.1:${settings.PORT}/api/tech-radar/json`)
    expect(radar.status).toBe(200)
    expect(await radar.json()).toMatchObject({ entries: expect.any(Array) })
    const history = await fetch(`http://127.0.0.1:${settings.PORT}/admin/api/history`)
    expect(await history.json()).toMatchObject({ changes: [{ id: CHANGE_EXAMPLE.id }] })
    expect(landscape.output()).toContain('NO SIGN-IN')
    expect(landscape.output()).toMatch(/filled with \d+ sample documents/)

    landscape.signal('SIGINT')
    expect(await landscape.exit).toBe(0)
    expect(pids.filter(isAlive)).toEqual([])
  })

  it('fills an empty store with sample data up to yesterday', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    const before = daysAgo(1).slice(0, 10)
    await start().prints(READY)
    const read = async (path: string) =>
      (await fetch(`http://127.0.0.1:${settings.PORT}/api/${path}`)).json()
    const { metadata } = (await read('json')) as { metadata: { last_updated: string } }
    // The day may have changed in the meantime.
    expect([before, daysAgo(1).slice(0, 10)]).toContain(metadata.last_updated.slice(0, 10))
    expect(await read('tech-radar/plans')).toMatchObject({ total: 2 })
    const { months } = (await read('trends')) as { months: { drift: number | null }[] }
    expect(months.filter(({ drift }) => drift === null)).toEqual([])
    const page = await fetch(`http://127.0.0.1:${settings.PORT}/radar`)
    expect(await page.text()).toMatch(/<header[^]*Acme Coast[^]*<\/header>/)
  })

  it('keeps the data of an earlier start', async () => {
    const first = start()
    await first.prints(READY)
    first.signal('SIGTERM')
    expect(await first.exit).toBe(0)
    const second = start()
    await second.prints(READY)
    expect(second.output()).not.toContain('sample documents')
  })

  it('names the busy port, starts nothing and leaves the first landscape alone', async () => {
    const first = start()
    await first.prints(READY)
    const second = start()
    expect(await second.exit).toBe(1)
    expect(second.output()).toContain(`Port ${settings.PORT} (gateway) is in use`)
    expect(second.output()).toContain('Nothing was started.')
    expect(pidsOf(second)).toEqual([])
    const health = await fetch(`http://127.0.0.1:${settings.PORT}/api/health`)
    expect(health.status).toBe(200)
  })

  it('restarts a crashed service', async () => {
    const landscape = start()
    for (const pid of await ready(landscape)) process.kill(pid, 'SIGKILL')
    await landscape.prints('gateway is back.')
    await landscape.prints('data is back.')
    const health = await fetch(`http://127.0.0.1:${settings.PORT}/api/health`)
    expect(health.status).toBe(200)
  })

  it('stops all services when it is killed', async () => {
    const landscape = start()
    const pids = await ready(landscape)
    landscape.signal('SIGKILL')
    await landscape.exit
    await untilGone(pids)
  })

  it.each([
    ['the bootstrap', process.execPath, ['tools/bootstrap.mjs', 'tools/start.ts']],
    ['npm', 'npm', ['start', '--']],
  ])('stops all processes when its parent is killed: %s', async (_name, command, args) => {
    const landscape = run([...args, 'gateway', 'data'], settings, command)
    commands.push(landscape)
    const pids = await ready(landscape)
    landscape.signal('SIGKILL')
    await landscape.exit
    await untilGone(pids)
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'has stopped when npm has stopped after %s',
    async (signal) => {
      const landscape = run(['start', '--', 'gateway', 'data'], settings, 'npm')
      commands.push(landscape)
      const pids = await ready(landscape)
      landscape.signal(signal)
      expect(await landscape.exit).toBe(0)
      expect(pids.filter(isAlive)).toEqual([])
    },
  )

  it('names every missing setting of production once and starts nothing', async () => {
    const { INTERNAL_TOKEN_SECRET: _, OBJECT_STORE: __, ...rest } = settings
    const landscape = run(['tools/start.ts'], { ...rest, NODE_ENV: 'production' })
    commands.push(landscape)
    expect(await landscape.exit).toBe(1)
    expect(
      landscape
        .output()
        .match(/^ *\w+: is not set/gm)
        ?.map((line) => line.trim()),
    ).toEqual(
      [
        'INTERNAL_TOKEN_SECRET',
        'TRUSTED_PROXIES',
        'IDP_USER_POOL_ID',
        'IDP_USER_POOL_CLIENT_ID',
        'LB_ARN',
        'MAIN_BUCKET_NAME',
        'AUDIT_TOOL_BUCKET_NAME',
        'ASSISTANT_BUCKET_NAME',
      ].map((name) => `${name}: is not set`),
    )
    expect(landscape.output()).toContain('Nothing was started.')
    expect(pidsOf(landscape)).toEqual([])
    expect(landscape.output()).not.toContain('sample documents')
  })

  it('rejects an unknown service', async () => {
    const landscape = start(['gatway'])
    expect(await landscape.exit).toBe(2)
    expect(landscape.output()).toContain('"gatway". Did you mean gateway?')
  })
})
