import { describe, expect, it } from '@jest/globals'
import { DEFAULT_SWITCHES, readSwitches } from './switches.ts'

describe('readSwitches', () => {
  it('returns the defaults without settings', () => {
    expect(readSwitches({})).toEqual(DEFAULT_SWITCHES)
  })

  it('reads each switch from its setting', () => {
    const env = {
      SCM_HOST_ABSENT: '404',
      SCM_HOST_FIRST_DAY: '2026-11-01',
      SCM_HOST_LAG_DAYS: '4',
      SCM_HOST_MISSING_USERS: '2',
      SCM_HOST_POLICY: 'off',
      SCM_HOST_BILLING: '403',
    }
    expect(readSwitches(env)).toEqual({
      absentStatus: 404,
      firstDay: '2026-11-01',
      lagDays: 4,
      missingUsers: 0.02,
      isPolicyEnabled: false,
      billing: 403,
    })
  })
})
