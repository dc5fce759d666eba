import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { createCommitLoop } from './commit-loop.ts'
import type { Actor, Committed, Pending } from './commit-loop.ts'

const BY: Actor = { actor: 'kim', action: 'edit' }

/** A loop with a fake clock, and the batches of names that it committed. */
function createLoop(now: () => number) {
  const batches: string[][] = []
  const commit = async (batch: readonly Pending<string>[]) => {
    batches.push(batch.map(({ apply }) => apply(undefined as never) as unknown as string))
    for (const { resolve } of batch) resolve({} as Committed<string>)
    return []
  }
  const loop = createCommitLoop<string>(commit, now)
  const change = (name: string) => loop.change((() => name) as never, BY)
  return { change, batches }
}

describe('the loop of changes', () => {
  it('commits a change that arrives after the loop has ended', async () => {
    const { change, batches } = createLoop(() => 0)
    await change('a')
    await sleep(30)
    await change('b')
    expect(batches).toEqual([['a'], ['b']])
  })

  it('collects changes until none arrives', async () => {
    const { change, batches } = createLoop(() => 0)
    await change('a')
    const later = sleep(6).then(() => change('c'))
    await change('b')
    await later
    expect(batches).toEqual([['a'], ['b', 'c']])
  })

  it('commits collected changes after the maximum time', async () => {
    let time = 0
    const { change, batches } = createLoop(() => (time += 200))
    await change('a')
    const later = sleep(6).then(() => change('c'))
    await change('b')
    await later
    expect(batches).toEqual([['a'], ['b'], ['c']])
  })
})
