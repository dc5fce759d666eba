import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { Replica, type Change } from './replica.ts'

const url = new URL('http://10.0.0.1:5001')

/** A replica whose probes succeed or fail as the test decides. */
function replica({ silentMs = 60_000 } = {}) {
  const state = { isHealthy: true, isClosing: false, probes: 0 }
  const changes: Change[] = []
  const changed = Promise.withResolvers<void>()
  let onChange = changed.resolve
  const one = new Replica({
    url,
    silentMs,
    probe: async () => {
      state.probes++
      if (!state.isHealthy) throw new Error('silent')
      return state.isClosing ? 'closing' : 'alive'
    },
    onChange: (change) => {
      changes.push(change)
      onChange()
    },
  })
  const nextChange = () =>
    new Promise<void>((resolve) => {
      onChange = resolve
    })
  return { one, state, changes, nextChange }
}

describe('Replica', () => {
  it('stays up after failed requests while its probes succeed', async () => {
    const { one, state, changes } = replica()
    for (let n = 0; n < 1_000; n++) one.suspect()
    await Promise.resolve()
    expect(one.isUp).toBe(true)
    // Concurrent suspicions share one probe.
    expect(state.probes).toBe(1)
    expect(changes).toEqual([])
  })

  it('is probed again after later suspicions', async () => {
    const { one, state, changes } = replica()
    while (state.probes < 4) {
      one.suspect()
      await sleep(20)
    }
    expect(one.isUp).toBe(true)
    expect(changes).toEqual([])
  })

  it('stays down until a probe succeeds', async () => {
    const { one, state, nextChange } = replica()
    state.isHealthy = false
    one.markDown()
    while (state.probes < 3) await sleep(20)
    expect(one.isUp).toBe(false)
    state.isHealthy = true
    await nextChange()
    expect(one.isUp).toBe(true)
  })

  it('is down after two failed probes and up after a successful one', async () => {
    const { one, state, changes, nextChange } = replica()
    state.isHealthy = false
    const down = nextChange()
    one.suspect()
    await down
    expect(one.isUp).toBe(false)
    expect(state.probes).toBe(2)
    state.isHealthy = true
    await nextChange()
    expect(one.isUp).toBe(true)
    expect(changes).toEqual(['down', 'up'])
  })

  it('is probed when requests get no response', async () => {
    const { one, state, nextChange } = replica({ silentMs: 10 })
    state.isHealthy = false
    const down = nextChange()
    one.countRequest()
    await down
    expect(one.isUp).toBe(false)
  })

  it('is not probed while it responds', async () => {
    const { one, state } = replica({ silentMs: 10 })
    const done = one.countRequest()
    one.responded()
    done()
    await sleep(40)
    expect(state.probes).toBe(0)
  })

  it('is probed when one of several requests hangs', async () => {
    const { one, state, nextChange } = replica({ silentMs: 10 })
    state.isHealthy = false
    const down = nextChange()
    const done = one.countRequest()
    one.countRequest()
    one.responded()
    done()
    await down
    expect(one.isUp).toBe(false)
  })

  it('is down at once when it is unreachable', () => {
    const { one, changes } = replica()
    one.markDown()
    one.markDown()
    expect(one.isUp).toBe(false)
    expect(changes).toEqual(['down'])
  })

  it('is not probed after it was removed', async () => {
    const { one, state, changes } = replica()
    one.markDown()
    one.remove()
    await sleep(250)
    expect(state.probes).toBe(0)
    expect(changes).toEqual(['down', 'gone'])
  })

  it('is down while it is stopping, and up when another process has its address', async () => {
    const { one, state, changes, nextChange } = replica()
    state.isClosing = true
    one.responded()
    const down = nextChange()
    one.responded(false)
    await down
    const probes = state.probes
    while (state.probes < probes + 2) await sleep(20)
    expect(changes).toEqual(['down'])
    state.isHealthy = false
    while (state.probes < probes + 4) await sleep(20)
    const up = nextChange()
    state.isHealthy = true
    await up
    expect(changes).toEqual(['down', 'up'])
  })

  it.each([
    ['closed one connection', true, false],
    ['never kept a connection', false, true],
  ])('stays up when it %s', async (_what, keeps, isClosing) => {
    const { one, state, changes } = replica()
    state.isClosing = isClosing
    if (keeps) one.responded()
    one.responded(false)
    one.suspect()
    while (state.probes < 1) await sleep(20)
    await sleep(20)
    expect(changes).toEqual([])
  })

  it('ignores failed requests after it was removed', () => {
    const { one, changes } = replica()
    one.remove()
    one.markDown()
    expect(changes).toEqual([])
  })
})
