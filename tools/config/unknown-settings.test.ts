import { describe, expect, it } from '@jest/globals'
import { unknownSettings } from './unknown-settings.ts'
import { SETTING_NAMES } from './readers.ts'

const names = (environment: Record<string, string>, file: Record<string, string> = {}) =>
  unknownSettings(SETTING_NAMES, environment, { ...file, ...environment })

describe('unknownSettings', () => {
  it.each([
    ['RATE_LIMT_PER_MINUTE', 'RATE_LIMIT_PER_MINUTE'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
    ['REDIS_ULR', 'REDIS_URL'],
    ['log_level', 'LOG_LEVEL'],
    ['PORTS', 'PORT'],
  ])('suggests for %s the setting %s', (name, meant) => {
    expect(names({ [name]: 'x' })).toEqual([`${name}: is not a setting. Did you mean ${meant}?`])
  })

  it('reports variables of the file that neither settings nor libraries use', () => {
    expect(names({}, { GREETING: 'x', AWS_REGION: 'x', TZ: 'UTC' })).toEqual([
      'GREETING: is not a setting (it is in .env)',
    ])
  })

  it('accepts the setting names of the previous system', () => {
    expect(names({ ALB_ARN: 'x' }, { GITHUB_ORG: 'x', BUCKET_NAME: 'x' })).toEqual([])
  })

  it('ignores settings and common environment variables', () => {
    const settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, 'x']))
    const foreign =
      'HOME PATH USER SHELL TERM PWD LANG HOSTNAME LOGNAME EDITOR MAIL DISPLAY SHLVL ' +
      'NODE_OPTIONS NODE_VERSION AWS_REGION AWS_ENDPOINT_URL_S3 HTTP_PROXY NO_PROXY'
    expect(
      names({ ...settings, ...Object.fromEntries(foreign.split(' ').map((n) => [n, 'x'])) }),
    ).toEqual([])
  })
})
