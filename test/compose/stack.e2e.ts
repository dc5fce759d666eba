import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createClient, type Client } from '../support/client.ts'
import { rightsOf } from './rights.ts'
import { openStack, type Stack } from './stack.ts'
import { succeed, failuresDuring, trafficOf, type Traffic } from './traffic.ts'

const BEHIND = ['projects', 'data', 'admin-review', 'assistant']
const SERVICES = ['gateway', ...BEHIND]
const BUCKETS = ['landscape-main', 'landscape-audit-tool', 'landscape-assistant']

let stack: Stack
let client: Client
let traffic: Traffic
beforeAll(async () => {
  stack = await openStack()
  process.stderr.write(`Store of the container stack: ${stack.store}\n`)
  await stack.down()
  await stack.compose('build')
  await stack.compose('up', '--detach')
  client = createClient(stack.url)
  traffic = trafficOf(client)
  await untilReady()
}, 900_000)
afterAll(async () => {
  client?.close()
  if (stack) process.stderr.write(`Logs of the container stack: ${await stack.keepLogs()}\n`)
  await stack?.down()
})

async function untilReady() {
  for (;;) {
    const response = await client.get('/readyz').catch(() => undefined)
    if (response?.status === 200 && response.text.includes('"status":"ready"')) return
    await sleep(250)
  }
}

async function addBanner(message: string) {
  const banner = { message, pages: ['radar'] }
  return (await client.post('/admin/api/banners/update', { banner })).status
}

async function banners(): Promise<string> {
  return (await client.get('/api/banners')).text
}

describe('the container stack', () => {
  it('serves the sample data through every route group', async () => {
    for (const path of [
      '/api/health',
      '/api/csv',
      '/api/json?datetime=2025-01-01T00:00:00Z',
      '/api/tech-radar/json',
      '/api/directorates/json',
      '/api/banners/all',
      '/api/v1/projects',
      '/admin/api/banners',
      '/admin/api/array-data',
      '/admin/api/tech-radar',
      '/assistant/api/org/live',
      '/assistant/api/org/historic',
      '/assistant/api/seats',
      '/user/api/info',
    ]) {
      const response = await client.get(path)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.json()).toBeTruthy()
    }
    const logout = await client.post('/user/api/logout', {})
    expect(logout.status).toBe(200)
  })

  it('stores edits that every service sees at once', async () => {
    expect(await addBanner('seen by all.')).toBe(200)
    expect(await banners()).toContain('seen by all.')
    const project = { user: [{ email: '' }], details: [{ name: 'From the stack' }] }
    expect((await client.post('/api/v1/projects', project)).status).toBe(201)
    expect((await client.post('/api/v1/projects', project)).status).toBe(409)
    const review = await client.post('/review/api/tech-radar/update', {})
    expect(review.status).toBe(400)
  })

  it('publishes only the gateway, on the loopback interface, and hardens every container', async () => {
    const containers = await stack.containers()
    expect(containers.map(({ service }) => service).sort()).toEqual(
      [...SERVICES, 'months', 'secrets', 'stock', 'store'].sort(),
    )
    for (const { id, service } of containers) {
      const { Config, HostConfig } = await stack.inspect(id)
      const published = Object.values(HostConfig.PortBindings ?? {}).flat()
      expect([service, published.map(({ HostIp }) => HostIp)]).toEqual([
        service,
        service === 'gateway' ? ['127.0.0.1'] : [],
      ])
      expect([service, Config.User]).toEqual([service, '1000:1000'])
      expect(HostConfig).toMatchObject({
        ReadonlyRootfs: true,
        CapDrop: ['ALL'],
        SecurityOpt: ['no-new-privileges:true'],
        Privileged: false,
      })
      expect([service, HostConfig.Memory > 0]).toEqual([service, true])
    }
  })

  it('restarts no container', async () => {
    for (const { id, service } of await stack.containers()) {
      expect([service, (await stack.inspect(id)).RestartCount]).toEqual([service, 0])
    }
  })

  it('gives every container except the gateway its own store keys', async () => {
    const secretsOf = async (service: string) => {
      const text = await stack.compose('exec', '-T', service, 'cat', '/run/landscape/secrets.env')
      return Object.fromEntries(
        [...text.matchAll(/^(\w+)=(\w[\w-]*)$/gm)].map(([, ...pair]) => pair),
      )
    }
    const all = await Promise.all([...SERVICES, 'months', 'store'].map(secretsOf))
    const [gateway = {}] = all
    expect(Object.keys(gateway)).toEqual(['INTERNAL_TOKEN_SECRET'])
    const keys = all.map((secrets) => secrets['AWS_SECRET_ACCESS_KEY'])
    expect(new Set(keys).size).toBe(all.length)
    const internal = all.map((secrets) => secrets['INTERNAL_TOKEN_SECRET'])
    const token = gateway['INTERNAL_TOKEN_SECRET']
    expect(internal).toEqual([...[...SERVICES, 'months'].map(() => token), undefined])
  })

  it.each([
    ['projects', ['', 'read write', '']],
    ['data', ['read', 'read', '']],
    ['months', ['read write', 'read', '']],
    ['admin-review', ['read write', 'read write', '']],
    ['assistant', ['', '', 'read write']],
  ])('limits the store keys of %s to its buckets', async (service, rights) => {
    expect(await rightsOf(stack, service, BUCKETS)).toEqual(rights)
  })

  it('lets an operator check and back up the stored documents', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'landscape-backup-'))
    // The container's user does not own the directory.
    chmodSync(directory, 0o777)
    const operator = (...args: string[]) =>
      stack.compose('run', '--rm', '--volume', `${directory}:/backup`, 'operator', ...args)
    try {
      await stack.compose('build', 'operator')
      expect(await operator()).toContain('No findings.')
      expect(await operator('backup', '/backup', '--verify')).toMatch(/^Backed up \d+ objects/m)
      expect(await operator('backup', '/backup', '--verify')).toContain(
        ' 0 of them (0.0 MB) copied',
      )
    } finally {
      rmSync(directory, { recursive: true })
    }
  })

  it('spreads requests over the replicas of a service', async () => {
    await stack.compose('up', '--detach', '--no-recreate', '--scale', 'assistant=3', 'assistant')
    const reached = async () => {
      await Promise.all(Array.from({ length: 30 }, () => client.get('/assistant/api/org/historic')))
      const replicas = await stack.containers('assistant')
      const logs = await Promise.all(replicas.map(({ id }) => stack.logs(id)))
      return logs.filter((text) => text.includes('/assistant/api/org/historic')).length
    }
    while ((await reached()) < 3) await sleep(250)
    expect(await stack.containers('assistant')).toHaveLength(3)
  })

  it('loses no request when replicas are removed and services restarted', async () => {
    const failures = await failuresDuring(traffic, async () => {
      await stack.compose('up', '--detach', '--no-recreate', '--scale', 'assistant=1', 'assistant')
      for (const service of BEHIND) {
        await stack.compose('restart', '--timeout', '15', service)
      }
    })
    expect(failures).toEqual([])
  })

  it('loses no read when one of two replicas is killed', async () => {
    await stack.compose('up', '--detach', '--no-recreate', '--scale', 'data=2', 'data')
    const reached = async () => {
      await Promise.all(Array.from({ length: 30 }, () => client.get('/api/tech-radar/json')))
      const replicas = await stack.containers('data')
      const logs = await Promise.all(replicas.map(({ id }) => stack.logs(id)))
      // A replica may have been restarted: only its last start counts.
      return logs.filter((text) => text.split('"listening"').at(-1)?.includes('/api/')).length
    }
    while ((await reached()) < 2) await sleep(250)
    const [victim] = await stack.containers('data')
    if (!victim) throw new Error('no replica to kill')
    const failures = await failuresDuring(traffic, async () => {
      await stack.kill(victim.id)
      await succeed(traffic, 50)
    })
    expect((await stack.containers('data')).map(({ exitCode }) => exitCode)).toContain(137)
    expect(failures).toEqual([])
  })

  it('routes no request to a wrong service while containers exchange addresses', async () => {
    const failures = await failuresDuring(traffic, async () => {
      for (const _round of [1, 2]) {
        await stack.compose('up', '--detach', '--no-deps', '--force-recreate', ...BEHIND)
        await succeed(traffic, 20)
      }
    })
    // Requests may time out (503) while a service has no container. A system resets connections that it has
    // established for a server that stops listening: a read is repeated, an edit gets 502.
    const isExpected = (failure: string) =>
      failure.includes(': 503 ') || /^edit: 502 .*did not respond/.test(failure)
    expect(failures.filter((failure) => !isExpected(failure))).toEqual([])
  })

  it('serves reads and rejects edits while the store is unavailable, then recovers', async () => {
    expect((await client.get('/api/tech-radar/json')).status).toBe(200)
    await stack.compose('stop', 'store')
    const stale = await client.get('/api/tech-radar/json')
    expect(stale.status).toBe(200)
    expect(stale.headers['warning']).toContain('110')
    const rejected = await client.post('/admin/api/banners/update', {
      message: 'x',
      pages: ['radar'],
    })
    expect(rejected.status).toBe(503)
    expect((await client.get('/api/health')).status).toBe(200)
    await stack.compose('start', 'store')
    while ((await addBanner('after the store came back.')) !== 200) await sleep(250)
    // Each process detects the recovery of the store separately.
    const isFresh = async () => {
      const { status, headers } = await client.get('/api/banners')
      return status === 200 && headers['warning'] === undefined
    }
    while (!(await isFresh())) await sleep(250)
    expect(await banners()).toContain('after the store came back.')
  })

  it('stops gracefully, and keeps documents and secrets for the next start', async () => {
    await stack.compose('stop', ...SERVICES)
    for (const service of SERVICES) {
      for (const { state, exitCode } of await stack.containers(service)) {
        expect([service, state, exitCode]).toEqual([service, 'exited', 0])
      }
    }
    for (const { id, service } of await stack.containers()) {
      expect([service, (await stack.inspect(id)).State.OOMKilled]).toEqual([service, false])
    }
    await stack.compose('stop', 'store')
    // 137 means that it was killed before it had stopped.
    expect((await stack.containers('store'))[0]?.exitCode).not.toBe(137)
    await stack.compose('down')
    await stack.compose('up', '--detach')
    await untilReady()
    expect(await banners()).toContain('seen by all.')
  })
})
