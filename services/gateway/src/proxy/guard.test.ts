import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/errors'
import { createGuard } from './guard.ts'
import { UpstreamFault } from './upstream-error.ts'

const OPEN_MS = 40

function guard(options: { maxInFlight?: number } = {}) {
  const changes: boolean[] = []
  const pass = createGuard({
    service: 'data',
    maxInFlight: 10,
    faultsToOpen: 2,
    openMs: OPEN_MS,
    onChange: (isClosed) => void changes.push(isClosed),
    ...options,
  })
  return { pass, changes }
}

const fails = (isProof: boolean) => async () => {
  throw new UpstreamFault('data', undefined, isProof)
}
const answers = async () => {}
const turnedAway = { code: 'unavailable', retryAfter: 1 }

/** Fails until the circuit lets nothing pass. */
async function open(pass: (call: () => Promise<void>) => Promise<void>) {
  for (let n = 0; n < 2; n++) await expect(pass(fails(true))).rejects.toThrow(UpstreamFault)
}

describe('createGuard', () => {
  it('turns away what is more than may be under way, with a time to come back', async () => {
    const { pass } = guard({ maxInFlight: 1 })
    const first = Promise.withResolvers<void>()
    const passing = pass(() => first.promise)
    await expect(pass(answers)).rejects.toMatchObject(turnedAway)
    first.resolve()
    await passing
    await pass(answers)
  })

  it('passes nothing on after faults in a row', async () => {
    const { pass, changes } = guard()
    await open(pass)
    let called = false
    const call = async () => {
      called = true
    }
    await expect(pass(call)).rejects.toMatchObject(turnedAway)
    expect(called).toBe(false)
    expect(changes).toEqual([false])
  })

  it('counts only faults that tell something about the service', async () => {
    const { pass, changes } = guard()
    for (let n = 0; n < 5; n++) await expect(pass(fails(false))).rejects.toThrow(UpstreamFault)
    for (let n = 0; n < 5; n++) {
      const refused = new DomainError('unavailable', 'refused')
      await expect(pass(() => Promise.reject(refused))).rejects.toBe(refused)
    }
    expect(changes).toEqual([])
  })

  it('lets one request try after a while, and all pass again when that is answered', async () => {
    const { pass, changes } = guard()
    await open(pass)
    await new Promise((resolve) => setTimeout(resolve, OPEN_MS + 10))
    const trial = Promise.withResolvers<void>()
    const trying = pass(() => trial.promise)
    await expect(pass(answers)).rejects.toMatchObject(turnedAway)
    trial.resolve()
    await trying
    await pass(answers)
    expect(changes).toEqual([false, true])
  })

  it('stays open when the one that tries has to give up', async () => {
    const { pass } = guard()
    await open(pass)
    await new Promise((resolve) => setTimeout(resolve, OPEN_MS + 10))
    await expect(pass(fails(false))).rejects.toThrow(UpstreamFault)
    await expect(pass(answers)).rejects.toMatchObject(turnedAway)
  })
})
