import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { aliasLine, namesOf, settingOf, usedAliases } from './aliases.ts'
import { misspeltSettings } from './misspelt.ts'
import { ConfigError, parseConfig } from './parse-config.ts'

const text = () => z.string().optional()
const Env = z.object({
  LB_ARN: text(),
  CLOUD_REGION: text(),
  SECRET_NAME: text(),
  LOG_GROUP_NAME: text(),
  IDP_USER_POOL_ID: text(),
  IDP_USER_POOL_CLIENT_ID: text(),
  IDP_USER_POOL_DOMAIN: text(),
  SCM_ORG: text(),
  SCM_APP_ID: text(),
  SCM_APP_CLIENT_ID: text(),
  SCM_APP_CLIENT_SECRET: text(),
  MAIN_BUCKET_NAME: text(),
  AUDIT_TOOL_BUCKET_NAME: text(),
  ASSISTANT_BUCKET_NAME: text(),
})
const SETTINGS = Object.keys(Env.shape)
/** Secrets and log groups require a region. */
const REGION = { AWS_REGION: 'eu-west-2' }

function faultsOf(env: Record<string, string>): string[] {
  try {
    parseConfig(Env, { ...REGION, ...env })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map((p) => `${p.name}: ${p.problem}`)
    throw error
  }
}

describe('an alias of a setting', () => {
  it.each([
    ['ALB_ARN', 'LB_ARN'],
    ['AWS_SECRET_NAME', 'SECRET_NAME'],
    ['CLOUDWATCH_GROUP_NAME', 'LOG_GROUP_NAME'],
    ['COGNITO_USER_POOL_ID', 'IDP_USER_POOL_ID'],
    ['COGNITO_POOL_ID', 'IDP_USER_POOL_ID'],
    ['COGNITO_USER_POOL_CLIENT_ID', 'IDP_USER_POOL_CLIENT_ID'],
    ['COGNITO_CLIENT_ID', 'IDP_USER_POOL_CLIENT_ID'],
    ['COGNITO_USER_POOL_DOMAIN', 'IDP_USER_POOL_DOMAIN'],
    ['GITHUB_ORG', 'SCM_ORG'],
    ['GITHUB_APP_ID', 'SCM_APP_ID'],
    ['GITHUB_APP_CLIENT_ID', 'SCM_APP_CLIENT_ID'],
    ['GITHUB_APP_CLIENT_SECRET', 'SCM_APP_CLIENT_SECRET'],
    ['BUCKET_NAME', 'MAIN_BUCKET_NAME'],
    ['TAT_BUCKET_NAME', 'AUDIT_TOOL_BUCKET_NAME'],
    ['TECH_AUDIT_DATA_BUCKET', 'AUDIT_TOOL_BUCKET_NAME'],
    ['API_BUCKET_NAME', 'AUDIT_TOOL_BUCKET_NAME'],
    ['COPILOT_BUCKET_NAME', 'ASSISTANT_BUCKET_NAME'],
  ])('%s sets %s', (alias, setting) => {
    const read = (env: Record<string, string>) => parseConfig(Env, { ...REGION, ...env })
    expect(read({ [alias]: ' value ' })).toEqual({ [setting]: 'value' })
    expect(read({ [alias]: 'value', [setting]: ' ' })).toEqual({ [setting]: 'value' })
    expect(settingOf({ [alias]: 'value' }, setting)).toBe('value')
  })

  it.each(SETTINGS.map((setting) => [setting]))('fails when it differs from %s', (setting) => {
    const alias = namesOf([setting])[1] ?? 'none'
    const faults = faultsOf({ [alias]: 'hunter2', [setting]: 'hunter3' })
    expect(faults).toEqual([
      `${setting}: differs between ${setting} and ${alias}: set only one of them, or all to the same value`,
    ])
    expect(faultsOf({ [alias]: ' same', [setting]: 'same ' })).toEqual([])
  })

  it('fails when it differs from another alias of the setting', () => {
    expect(faultsOf({ TAT_BUCKET_NAME: 'one', TECH_AUDIT_DATA_BUCKET: 'two' })).toEqual([
      expect.stringMatching(/^AUDIT_TOOL_BUCKET_NAME: .* TAT_BUCKET_NAME and TECH_AUDIT/),
    ])
  })

  it('is reported together with all other faults', () => {
    const Strict = z.object({ LB_ARN: z.string(), PORT: z.string() })
    const read = () => parseConfig(Strict, { LB_ARN: 'one', ALB_ARN: 'two' })
    expect(read).toThrow(/LB_ARN: differs between[^]*PORT: is not set/)
  })

  it('is ignored for a setting that the process does not read', () => {
    expect(parseConfig(z.object({ PORT: text() }), { LB_ARN: 'one', ALB_ARN: 'two' })).toEqual({})
  })

  it('is a known name when misspelt settings are searched', () => {
    expect(misspeltSettings(SETTINGS, ['ALB_ARN', 'BUCKET_NAME', 'GITHUB_OGR'])).toEqual([
      { name: 'GITHUB_OGR', meant: 'GITHUB_ORG' },
    ])
  })
})

describe('AWS_REGION', () => {
  it('must agree with CLOUD_REGION but never sets it', () => {
    expect(faultsOf({ AWS_REGION: 'eu-west-1', CLOUD_REGION: 'eu-west-2' })).toHaveLength(1)
    expect(parseConfig(Env, { AWS_REGION: 'eu-west-1' })).toEqual({})
  })
})

describe('aliasLine', () => {
  it('names the aliases in use and no value', () => {
    const env = { COGNITO_POOL_ID: 'hunter2', GITHUB_ORG: 'hunter2', SCM_ORG: 'hunter2' }
    expect(aliasLine(usedAliases(SETTINGS, env))).toBe(
      'Settings under names of the previous system: COGNITO_POOL_ID as IDP_USER_POOL_ID.',
    )
  })
})
