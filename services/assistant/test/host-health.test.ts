import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createLastUse } from '@landscape/runtime/process/last-use'
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

/** Requests seats without the cache, and reads the checks of host and app. */
function observed() {
  const [hostUse, appUse] = [createLastUse(), createLastUse()]
  let time = 0
  const { source } = gitHubFor(host, { now: () => time, hostUse, appUse })
  return {
    request: async () => {
      time += 3_600_001 + 60_000
      await source.seats().catch(() => undefined)
    },
    states: async () => [await stateOf(hostUse.check), await stateOf(appUse.check)],
  }
}

describe('checks of the host', () => {
  it('report the last failure until the next success', async () => {
    const { request, states } = observed()
    expect(await states()).toEqual(['ok', 'ok'])
    let isBroken = true
    host.disturb(/seats/, (_req, res, next) => (isBroken ? void res.status(503).end() : next()))
    await request()
    const calls = host.calls.length
    expect(await states()).toEqual(['returned 503', 'ok'])
    expect(host.calls).toHaveLength(calls)
    isBroken = false
    await request()
    expect(await states()).toEqual(['ok', 'ok'])
  })

  it('report an unreachable host', async () => {
    const { request, states } = observed()
    await host.close()
    await request()
    expect(await states()).toEqual(['could not be reached', expect.stringContaining('reached')])
  })

  it('distinguish a rejected app from an unreachable host', async () => {
    const { request, states } = observed()
    host.disturb(/installation$/, (_req, res) => void res.status(404).json({}))
    await request()
    expect(await states()).toEqual(['ok', expect.stringContaining('is SCM_ORG correct')])
  })

  it('ignore rejected requests', async () => {
    const { request, states } = observed()
    host.disturb(/seats/, (_req, res) => void res.status(403).json({}))
    await request()
    expect(await states()).toEqual(['ok', 'ok'])
  })
})
