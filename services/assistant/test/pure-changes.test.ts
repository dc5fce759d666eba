import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import type { StoredDocument } from '@landscape/store/documents/document'
import { collect } from '../src/collector/collect.ts'
import { createUsedStates } from '../src/sign-in/used-states.ts'
import { assistantService } from './assistant-service.ts'
import { gitHubFor, startHost, type RunningHost } from './host.ts'

const NOW = Date.parse('2026-11-18T10:00:00Z')
let host: RunningHost
beforeEach(async () => {
  host = await startHost({ seatCount: 40 })
})
afterEach(() => host.close())

/** Documents of the service, and a clock that throws inside a change. */
async function withGuardedClock() {
  const { documents } = await assistantService()
  let changing = false
  const guarded = <T>(document: StoredDocument<T>): StoredDocument<T> => ({
    ...document,
    change: (apply, options) =>
      document.change((current) => {
        changing = true
        try {
          return apply(current)
        } finally {
          changing = false
        }
      }, options),
  })
  const now = () => {
    if (changing) throw new Error('the clock was read inside a change')
    return NOW
  }
  return { documents, guarded, now }
}

describe('a change', () => {
  it('does not read the clock when a sign-in is finished', async () => {
    const { documents, guarded, now } = await withGuardedClock()
    const usedStates = createUsedStates(guarded(documents.usedStates), now)
    await usedStates.add('one', NOW / 1000 + 60)
    await expect(usedStates.add('one', NOW / 1000 + 60)).rejects.toMatchObject({
      code: 'invalid-input',
    })
  })

  it('does not read the clock when days are collected', async () => {
    const { documents, guarded, now } = await withGuardedClock()
    const { organisationHistory, teamsHistory, settledDays } = documents
    await collect({
      reports: gitHubFor(host).reports,
      documents: {
        organisationHistory: guarded(organisationHistory),
        teamsHistory: guarded(teamsHistory),
        settledDays: guarded(settledDays),
      },
      windowDays: 6,
      now,
      onFailure: ({ error }) => {
        throw error
      },
    })
    expect(Object.keys((await settledDays.read())?.value ?? {})).not.toEqual([])
  })
})
