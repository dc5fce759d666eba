import { ConfigError } from '@landscape/runtime/config/parse-config'
import { describe, expect, it } from '@jest/globals'
import { readConfig } from '../config.ts'

const SECRET = 'a-secret-of-more-than-32-characters'
const provider = {
  INTERNAL_TOKEN_SECRET: SECRET,
  TRUSTED_PROXIES: '1',
  OIDC_ISSUER: 'https://id.example/realms/acme/',
  OIDC_AUDIENCE: 'landscape',
}

function problemsOf(env: Record<string, string>): Record<string, string> {
  try {
    readConfig(env)
    return {}
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return Object.fromEntries(error.problems.map(({ name, problem }) => [name, problem]))
  }
}
const namesOf = (env: Record<string, string>) => Object.keys(problemsOf(env))

describe('readConfig for an OpenID Connect provider', () => {
  it('keeps the trailing slash of the issuer, and has defaults for claims', () => {
    expect(readConfig(provider)).toMatchObject({
      development: false,
      tokenHeader: undefined,
      logout: { clientId: 'landscape' },
      identity: {
        mode: 'provider',
        issuer: 'https://id.example/realms/acme/',
        clients: ['landscape'],
        claims: {
          email: 'email',
          groups: 'groups',
          separator: undefined,
          names: { admin: 'admin', reviewer: 'reviewer' },
        },
      },
    })
  })

  it('reads names and the header', () => {
    const env = {
      ...provider,
      OIDC_GROUPS_CLAIM: 'realm_access.roles',
      OIDC_GROUP_ADMIN: 'Landscape admins',
      OIDC_GROUP_REVIEWER: '7d0c',
      OIDC_EMAIL_CLAIM: 'preferred_username',
      OIDC_TOKEN_HEADER: 'X-Forwarded-Access-Token',
    }
    expect(readConfig(env)).toMatchObject({
      tokenHeader: 'x-forwarded-access-token',
      identity: {
        claims: {
          email: 'preferred_username',
          groups: 'realm_access.roles',
          names: { admin: 'Landscape admins', reviewer: '7d0c' },
        },
      },
    })
  })

  it.each([
    [',', ','],
    ['|', '|'],
    ['space', ' '],
    [' ', undefined],
  ])('reads the separator %j of groups as %j', (text, separator) => {
    const { identity } = readConfig({ ...provider, OIDC_GROUPS_SEPARATOR: text })
    expect(identity).toMatchObject({ claims: { separator } })
  })

  it.each([
    [{ OIDC_ISSUER: 'https://id.example' }, ['TRUSTED_PROXIES', 'OIDC_AUDIENCE']],
    [{ OIDC_AUDIENCE: 'landscape' }, ['TRUSTED_PROXIES', 'OIDC_ISSUER']],
    [{ OIDC_GROUP_ADMIN: 'x' }, ['TRUSTED_PROXIES', 'OIDC_ISSUER', 'OIDC_AUDIENCE']],
  ])('names all missing settings at once: %j', (env, missing) => {
    expect(namesOf({ INTERNAL_TOKEN_SECRET: SECRET, ...env })).toEqual(missing)
  })

  it('rejects a second provider, next to other faults', () => {
    const env = { ...provider, PORT: 'x', IDP_USER_POOL_ID: 'eu-west-2_Abc123', LB_ARN: 'x' }
    const problems = problemsOf(env)
    expect(Object.keys(problems)).toEqual(['PORT', 'LB_ARN', 'OIDC_ISSUER'])
    expect(problems['OIDC_ISSUER']).toContain('unset IDP_USER_POOL_ID, LB_ARN')
  })

  it('rejects development mode with a provider on a reachable host', () => {
    const env = { ...provider, NODE_ENV: 'development' }
    expect(problemsOf(env)).toEqual({})
    expect(namesOf({ ...env, HOST: '0.0.0.0' })).toEqual(['NODE_ENV'])
  })

  it.each([
    ['OIDC_ISSUER', 'id.example'],
    ['OIDC_ISSUER', 'http://id.example'],
    ['OIDC_ISSUER', 'https://id.example?realm=a'],
    ['OIDC_ISSUER', 'https://id.example#a'],
    ['OIDC_ISSUER', 'https://kim:secret@id.example'],
    ['OIDC_GROUPS_SEPARATOR', 'a'],
    ['OIDC_GROUPS_SEPARATOR', ', '.repeat(2)],
    ['OIDC_TOKEN_HEADER', 'Authorization'],
    ['OIDC_TOKEN_HEADER', 'Cookie'],
    ['OIDC_TOKEN_HEADER', 'X-Forwarded-For'],
    ['OIDC_TOKEN_HEADER', 'X-Request-Id'],
    ['OIDC_TOKEN_HEADER', 'X-Landscape-Identity'],
    ['OIDC_TOKEN_HEADER', 'X-Landscape-Proxy-Secret'],
    ['OIDC_TOKEN_HEADER', 'X-Original-Uri'],
    ['OIDC_TOKEN_HEADER', 'X-Forwarded-Uri'],
    ['OIDC_TOKEN_HEADER', 'X-Forwarded-Method'],
    ['OIDC_TOKEN_HEADER', 'X-Amzn-Oidc-Data'],
    ['OIDC_TOKEN_HEADER', 'X-Token: x'],
  ])('rejects %s=%s', (name, value) => {
    expect(namesOf({ ...provider, [name]: value })).toEqual([name])
  })

  it.each([
    { OIDC_GROUP_ADMIN: 'Reviewer' },
    { OIDC_GROUP_REVIEWER: 'admin' },
    { OIDC_GROUP_ADMIN: 'Staff', OIDC_GROUP_REVIEWER: 'staff' },
  ])('rejects one name for both groups: %j', (groups) => {
    expect(namesOf({ ...provider, ...groups })).toEqual(['OIDC_GROUP_ADMIN'])
  })

  it('accepts plain http in a container network', () => {
    expect(problemsOf({ ...provider, OIDC_ISSUER: 'http://keycloak:8080/realms/acme' })).toEqual({})
  })
})
