import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createLastUse } from '@landscape/service'
import { gitHubFor, startHost, type RunningHost } from './host.ts'

let host: RunningHost
beforeEach(async () => {
  host = await startHost({ seatCount: 12 })
})
afterEach(() => host.close())

const stateOf = (check: () => Promise<unknown>) =>
  check().then(
    () => 'ok',
    (error: Error) => error.message,
  )

/** What asks the host for seats each time, and how the host and the app were then. */
function observed() {
  const [hostUse, appUse] = [createLastUse(), createLastUse()]
  let time = 0
  const { source } = gitHubFor(host, { now: () => time, hostUse, appUse })
  return {
    ask: async () => {
      time += 3_600_001 + 60_000
      await source.seats().catch(() => undefined)
    },
    states: async () => [await stateOf(hostUse.check), await stateOf(appUse.check)],
  }
}

describe('how the host is', () => {
  it('is what its last use saw: a fault of its own, and that it is well again', async () => {
    const { ask, states } = observed()
    expect(await states()).toEqual(['ok', 'ok'])
    let isBroken = true
    host.disturb(/seats/, (_req, res, next) => (isBroken ? void res.status(503).end() : next()))
    await ask()
    const asked = host.calls.length
    expect(await states()).toEqual(['answered 503', 'ok'])
    expect(host.calls).toHaveLength(asked)
    isBroken = false
    await ask()
    expect(await states()).toEqual(['ok', 'ok'])
  })

  it('is that nobody is there', async () => {
    const { ask, states } = observed()
    await host.close()
    await ask()
    expect(await states()).toEqual(['could not be reached', expect.stringContaining('reached')])
  })

  it('tells a host that refuses the app from one that is away', async () => {
    const { ask, states } = observed()
    host.disturb(/installation$/, (_req, res) => void res.status(404).json({}))
    await ask()
    expect(await states()).toEqual(['ok', expect.stringContaining('is SCM_ORG correct')])
  })

  it('is not changed by what it refuses', async () => {
    const { ask, states } = observed()
    host.disturb(/seats/, (_req, res) => void res.status(403).json({}))
    await ask()
    expect(await states()).toEqual(['ok', 'ok'])
  })
})
