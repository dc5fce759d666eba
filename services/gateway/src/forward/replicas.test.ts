import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, jest } from '@jest/globals'
import { Replicas } from './replicas.ts'

const wanted = () => true

/** Replicas at hosts that the test may replace; probes of those in `unhealthy` fail. */
function replicasAt(hosts: string[], { patienceMs = 0 } = {}) {
  const state = {
    addresses: hosts.map(at),
    unhealthy: new Set<string>(),
    probes: [] as AbortSignal[],
  }
  const changes: string[] = []
  const replicas = new Replicas({
    book: {
      addresses: async () => state.addresses,
      refresh: async () => {},
    },
    probe: async ({ hostname }, signal) => {
      state.probes.push(signal)
      if (state.unhealthy.has(hostname)) throw new Error('silent')
      return 'alive'
    },
    patienceMs,
    onChange: ({ hostname }, change) => void changes.push(`${hostname} ${change}`),
  })
  const next = async (avoid?: Awaited<ReturnType<typeof replicas.next>>) =>
    (await replicas.next(wanted, avoid))?.url.hostname
  const lose = async (hostname: string) => {
    for (;;) {
      const replica = await replicas.next(wanted)
      if (replica?.url.hostname === hostname) return replica.markDown()
    }
  }
  return { replicas, state, changes, next, lose }
}

const at = (host: string) => new URL(`http://${host}:5001`)

describe('Replicas', () => {
  it('selects replicas in rotation', async () => {
    const { next } = replicasAt(['a', 'b'])
    const [first, second] = [await next(), await next()]
    expect(new Set([first, second])).toEqual(new Set(['a', 'b']))
    expect([await next(), await next()]).toEqual([first, second])
  })

  it('skips a slow replica with many more waiting requests', async () => {
    const { replicas, next } = replicasAt(['slow', 'fast'])
    const done: (() => void)[] = []
    for (let n = 0; n < 100; n++) {
      const replica = await replicas.next(wanted)
      const end = replica!.countRequest()
      if (replica!.url.hostname === 'slow') done.push(end)
      else end()
    }
    expect(done).toHaveLength(9)
    expect([await next(), await next()]).toEqual(['fast', 'fast'])
    done.pop()!()
    expect([await next(), await next()]).toContain('slow')
  })

  it('skips an unhealthy replica', async () => {
    const { state, next, lose } = replicasAt(['a', 'b'])
    state.unhealthy.add('a')
    await lose('a')
    expect([await next(), await next(), await next()]).toEqual(['b', 'b', 'b'])
  })

  it('avoids a replica unless it is the only one', async () => {
    const { replicas, state, next } = replicasAt(['a', 'b'])
    const first = await replicas.next(wanted)
    for (let n = 0; n < 4; n++) expect(await next(first)).not.toBe(first?.url.hostname)
    state.addresses = [first!.url]
    expect(await next(first)).toBe(first?.url.hostname)
  })

  it('keeps the state of a replica when other addresses change', async () => {
    const { state, next, lose } = replicasAt(['a', 'b'])
    state.unhealthy.add('a')
    await lose('a')
    state.addresses = ['a', 'c'].map(at)
    expect([await next(), await next()]).toEqual(['c', 'c'])
    state.unhealthy.clear()
    while ((await next()) !== 'a') await sleep(20)
  })

  it('reports changes of a replica until its address is removed', async () => {
    const { state, changes, next, lose } = replicasAt(['a', 'b'])
    await lose('a')
    while (changes.length < 2) await sleep(20)
    expect(changes).toEqual(['a down', 'a up'])
    await lose('a')
    await lose('b')
    state.addresses = [at('b')]
    while ((await next()) === undefined) await sleep(20)
    // Twice the pause between probes.
    await sleep(200)
    expect(changes.slice(2)).toEqual(['a down', 'b down', 'a gone', 'b up'])
  })

  it('waits for a replica that restarts', async () => {
    const { state, next, lose } = replicasAt(['a'], { patienceMs: 60_000 })
    state.unhealthy.add('a')
    await lose('a')
    const waiting = next()
    await sleep(120)
    state.unhealthy.clear()
    expect(await waiting).toBe('a')
  })

  it('gives up after its patience, which a healthy replica renews', async () => {
    const { state, next, lose } = replicasAt(['a'], { patienceMs: 1_000 })
    const outage = async () => {
      state.unhealthy.add('a')
      await lose('a')
      const started = performance.now()
      expect(await next()).toBeUndefined()
      const waited = performance.now() - started
      expect(await next()).toBeUndefined()
      state.unhealthy.clear()
      while ((await next()) === undefined) await sleep(20)
      return waited
    }
    expect(await outage()).toBeGreaterThanOrEqual(990)
    expect(await outage()).toBeGreaterThanOrEqual(990)
  })

  it('does not renew its patience when an unhealthy address is removed', async () => {
    const { state, changes, next, lose } = replicasAt(['a', 'b'], { patienceMs: 60_000 })
    state.unhealthy = new Set(['a', 'b'])
    await lose('a')
    await lose('b')
    let time = 0
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => time)
    const outOfPatience = async (by: number) => {
      const waiting = next()
      await sleep(10)
      time += by
      return waiting
    }
    expect(await outOfPatience(60_000)).toBeUndefined()
    state.addresses = [state.addresses[0]!]
    expect(await outOfPatience(1_000)).toBeUndefined()
    expect(changes).toEqual(['a down', 'b down', 'b gone'])
    clock.mockRestore()
  })

  it('renews its patience after a response from a new address', async () => {
    const { replicas, state, next, lose } = replicasAt(['a'], { patienceMs: 60_000 })
    state.unhealthy = new Set(['a', 'b'])
    let time = 0
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => time)
    await lose('a')
    const givenUp = next()
    await sleep(10)
    time += 60_000
    expect(await givenUp).toBeUndefined()
    state.addresses = [at('b')]
    const b = await replicas.next(wanted)
    b!.responded()
    b!.markDown()
    const waiting = next()
    await sleep(10)
    time += 1_000
    await sleep(120)
    state.unhealthy.clear()
    expect(await waiting).toBe('b')
    clock.mockRestore()
  })

  it('waits for one more probe after its patience ran out', async () => {
    const { next, lose } = replicasAt(['a'])
    let time = 1_000
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => time++)
    await lose('a')
    expect(await next()).toBe('a')
    clock.mockRestore()
  })

  it('cancels probes and releases waiting callers when it is closed', async () => {
    const { replicas, state, next, lose } = replicasAt(['a'], { patienceMs: 60_000 })
    state.unhealthy.add('a')
    await lose('a')
    const waiting = next()
    while (state.probes.length === 0) await sleep(20)
    replicas.close()
    expect(state.probes[0]?.aborted).toBe(true)
    expect(await waiting).toBeUndefined()
    expect(await next()).toBeUndefined()
  })

  it('does not wait for a client that has left', async () => {
    const { replicas, state, lose } = replicasAt(['a'], { patienceMs: 60_000 })
    state.unhealthy.add('a')
    await lose('a')
    let left = false
    const waiting = replicas.next(() => !left)
    left = true
    expect(await waiting).toBeUndefined()
  })
})
