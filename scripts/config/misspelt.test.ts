import { describe, expect, it } from '@jest/globals'
import { misspeltSettings } from './misspelt.ts'
import { SETTING_NAMES } from './readers.ts'

const names = (environment: Record<string, string>, file: Record<string, string> = {}) =>
  misspeltSettings(SETTING_NAMES, environment, { ...file, ...environment })

describe('misspeltSettings', () => {
  it.each([
    ['RATE_LIMT_PER_MINUTE', 'RATE_LIMIT_PER_MINUTE'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
    ['REDIS_ULR', 'REDIS_URL'],
    ['log_level', 'LOG_LEVEL'],
    ['PORTS', 'PORT'],
  ])('asks whether %s is meant to be %s', (name, meant) => {
    expect(names({ [name]: 'x' })).toEqual([`${name}: is not a setting. Did you mean ${meant}?`])
  })

  it('names everything in the file that nothing reads, but what libraries read', () => {
    expect(names({}, { GREETING: 'x', AWS_REGION: 'x', TZ: 'UTC' })).toEqual([
      'GREETING: is not a setting (it is in .env)',
    ])
  })

  it('says nothing of settings, and of what others keep in the environment', () => {
    const settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, 'x']))
    const foreign = 'HOME PATH USER SHELL TERM PWD LANG HOSTNAME LOGNAME EDITOR MAIL DISPLAY SHLVL'
    expect(
      names({ ...settings, ...Object.fromEntries(foreign.split(' ').map((n) => [n, 'x'])) }),
    ).toEqual([])
  })
})
