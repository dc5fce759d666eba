import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { Replica, type Change } from './replica.ts'

const url = new URL('http://10.0.0.1:5001')

/** A replica whose answers to our questions the test decides. */
function replica({ silentMs = 60_000 } = {}) {
  const state = { answers: true, asked: 0 }
  const changes: Change[] = []
  const changed = Promise.withResolvers<void>()
  let onChange = changed.resolve
  const one = new Replica({
    url,
    silentMs,
    probe: async () => {
      state.asked++
      if (!state.answers) throw new Error('silent')
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
  it('stays up whatever requests meet there, while it answers our own question', async () => {
    const { one, state, changes } = replica()
    for (let n = 0; n < 1_000; n++) one.suspect()
    await Promise.resolve()
    expect(one.isUp).toBe(true)
    // One question for a thousand doubts of one moment.
    expect(state.asked).toBe(1)
    expect(changes).toEqual([])
  })

  it('is asked again when doubts come again, and stays up as long as it answers', async () => {
    const { one, state, changes } = replica()
    while (state.asked < 4) {
      one.suspect()
      await sleep(20)
    }
    expect(one.isUp).toBe(true)
    expect(changes).toEqual([])
  })

  it('gets no requests until it answers', async () => {
    const { one, state, nextChange } = replica()
    state.answers = false
    one.markDown()
    while (state.asked < 3) await sleep(20)
    expect(one.isUp).toBe(false)
    state.answers = true
    await nextChange()
    expect(one.isUp).toBe(true)
  })

  it('is given up when it does not answer us either, and comes back when it does', async () => {
    const { one, state, changes, nextChange } = replica()
    state.answers = false
    const down = nextChange()
    one.suspect()
    await down
    expect(one.isUp).toBe(false)
    expect(state.asked).toBe(2)
    state.answers = true
    await nextChange()
    expect(one.isUp).toBe(true)
    expect(changes).toEqual(['down', 'up'])
  })

  it('is asked when requests go there and nothing comes back', async () => {
    const { one, state, nextChange } = replica({ silentMs: 10 })
    state.answers = false
    const down = nextChange()
    one.countRequest()
    await down
    expect(one.isUp).toBe(false)
  })

  it('is not asked while it answers', async () => {
    const { one, state } = replica({ silentMs: 10 })
    const done = one.countRequest()
    one.responded()
    done()
    await sleep(40)
    expect(state.asked).toBe(0)
  })

  it('is asked when a request hangs there that came among others which were answered', async () => {
    const { one, state, nextChange } = replica({ silentMs: 10 })
    state.answers = false
    const down = nextChange()
    const done = one.countRequest()
    one.countRequest()
    one.responded()
    done()
    await down
    expect(one.isUp).toBe(false)
  })

  it('is down at once when it cannot be reached', () => {
    const { one, changes } = replica()
    one.markDown()
    one.markDown()
    expect(one.isUp).toBe(false)
    expect(changes).toEqual(['down'])
  })

  it('is asked no more once its address is gone', async () => {
    const { one, state, changes } = replica()
    one.markDown()
    one.remove()
    await sleep(250)
    expect(state.asked).toBe(0)
    expect(changes).toEqual(['down', 'gone'])
  })

  it('is not down any more when a request fails there after its address is gone', () => {
    const { one, changes } = replica()
    one.remove()
    one.markDown()
    expect(changes).toEqual([])
  })
})
