import { ConfigError } from '@landscape/runtime/config/parse-config'
import { describe, expect, it } from '@jest/globals'
import { readConfig } from './config.ts'

const SECRET = 'a-secret-of-more-than-32-characters'
const development = { NODE_ENV: 'development', INTERNAL_TOKEN_SECRET: SECRET }
const production = {
  INTERNAL_TOKEN_SECRET: SECRET,
  IDP_USER_POOL_ID: 'eu-west-2_Abc123',
  IDP_USER_POOL_CLIENT_ID: 'client',
  LB_ARN: 'arn:aws:elasticloadbalancing:eu-west-2:123456789012:loadbalancer/app/x/1',
  TRUSTED_PROXIES: '1',
}

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(({ name }) => name)
    throw error
  }
}

describe('readConfig', () => {
  // spec: 5-s8b
  it('requires only a secret in development mode, and listens on loopback', () => {
    const config = readConfig(development)
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 5001,
      callerLimits: { perMinute: 0, concurrent: 0 },
      maxConnections: 0,
      trustedProxies: 0,
      identity: { mode: 'developer', groups: ['admin', 'reviewer'] },
      frontendUrls: ['http://localhost:3000', 'http://127.0.0.1:3000'],
    })
  })

  // spec: 8-r1 8-r2
  it('defaults to port 5001 and log level info', () => {
    expect(readConfig(development)).toMatchObject({ port: 5001, logLevel: 'info' })
    const env = { ...development, PORT: '6000', LOG_LEVEL: 'warn' }
    expect(readConfig(env)).toMatchObject({ port: 6000, logLevel: 'warn' })
  })

  // spec: 8-r3
  it.each(['eu-west-2', 'us-east-1'])('derives the addresses of the cloud in %s', (region) => {
    const config = readConfig({
      ...production,
      CLOUD_REGION: region,
      IDP_USER_POOL_ID: `${region}_Abc123`,
      LB_ARN: production.LB_ARN.replace('eu-west-2', region),
      LOG_GROUP_NAME: 'landscape',
    })
    expect(config).toMatchObject({
      identity: {
        idpKeys: `https://cognito-idp.${region}.amazonaws.com/${region}_Abc123/.well-known/jwks.json`,
        loadBalancerKeys: `https://public-keys.auth.elb.${region}.amazonaws.com`,
      },
      logout: { region },
      logGroup: { name: 'landscape', region },
    })
  })

  // spec, otherwise: 8-r3
  it('has no region in development mode unless it is set', () => {
    expect(readConfig({ ...development, CLOUD_REGION: 'eu-west-2' }).logout.region).toBe(
      'eu-west-2',
    )
    expect(readConfig(development).logout.region).toBeUndefined()
  })

  it('accepts settings under the names of the previous system', () => {
    const { IDP_USER_POOL_ID, IDP_USER_POOL_CLIENT_ID, LB_ARN, ...rest } = production
    const moved = {
      ...rest,
      COGNITO_USER_POOL_ID: IDP_USER_POOL_ID,
      COGNITO_USER_POOL_CLIENT_ID: IDP_USER_POOL_CLIENT_ID,
      ALB_ARN: LB_ARN,
      // The region of the process, which may differ from the pool's.
      AWS_REGION: 'eu-central-1',
    }
    expect(readConfig(moved)).toEqual(readConfig(production))
    expect(problemsOf({ ...moved, COGNITO_USER_POOL_ID: 'us-east-1_Abc123' })).toEqual(['LB_ARN'])
    expect(problemsOf({ ...moved, LB_ARN: LB_ARN.replace('/1', '/2') })).toEqual(['LB_ARN'])
  })

  // spec: 8-r11 8-s2c
  it('copies log lines to the configured log group and region', () => {
    const env = { ...development, LOG_GROUP_NAME: 'landscape', CLOUD_REGION: 'eu-west-2' }
    expect(readConfig(env).logGroup).toEqual({ name: 'landscape', region: 'eu-west-2' })
    expect(readConfig(development).logGroup).toBeUndefined()
  })

  it('serves the paths of existing clients only when configured', () => {
    const aliasesWith = (env: Record<string, string>) =>
      readConfig({ ...development, ...env }).compatibilityAliases
    expect(aliasesWith({})).toBe(false)
    expect(aliasesWith({ COMPATIBILITY_ALIASES: 'true' })).toBe(true)
    expect(problemsOf({ ...development, COMPATIBILITY_ALIASES: 'perhaps' })).toEqual([
      'COMPATIBILITY_ALIASES',
    ])
  })

  // spec: 5-s9 8-r8
  it.each([
    ['reviewer', ['reviewer']],
    [' reviewer , ,guest ', ['reviewer', 'guest']],
    ['', ['admin', 'reviewer']],
    ['  ', ['admin', 'reviewer']],
    [' , ', ['admin', 'reviewer']],
  ])('reads DEV_USER_GROUPS=%j as %j', (text, groups) => {
    const { identity } = readConfig({ ...development, DEV_USER_GROUPS: text })
    expect(identity).toMatchObject({ groups })
  })

  // spec: 8-r4 8-r6
  it('derives key addresses from the user pool and the load balancer', () => {
    expect(readConfig(production)).toMatchObject({
      host: undefined,
      development: false,
      callerLimits: { perMinute: 600, concurrent: 64 },
      maxConnections: 4_096,
      trustedProxies: 1,
      frontendUrls: [],
      logout: { region: 'eu-west-2' },
      identity: {
        mode: 'pool',
        idpKeys:
          'https://cognito-idp.eu-west-2.amazonaws.com/eu-west-2_Abc123/.well-known/jwks.json',
        loadBalancerKeys: 'https://public-keys.auth.elb.eu-west-2.amazonaws.com',
      },
    })
  })

  it('serves existing clients only when their profile is set', () => {
    expect(readConfig(production).existingClients).toBe(false)
    const existing = { ...production, CLIENT_PROFILE: 'existing' }
    expect(readConfig(existing).existingClients).toBe(true)
  })

  it('signs with the current secret during a rotation', () => {
    const previous = 'the-previous-secret-of-more-than-32'
    const config = readConfig({ ...production, INTERNAL_TOKEN_SECRET_PREVIOUS: previous })
    expect(config.secret).toBe(SECRET)
  })

  // spec, otherwise: 5-s8a
  it('reports all missing settings outside development mode at once', () => {
    const names = [
      'INTERNAL_TOKEN_SECRET',
      'TRUSTED_PROXIES',
      'IDP_USER_POOL_ID',
      'IDP_USER_POOL_CLIENT_ID',
      'LB_ARN',
    ]
    expect(problemsOf({})).toEqual(names)
    expect(problemsOf({ NODE_ENV: 'test' })).toEqual(names)
  })

  it('requires the number of trusted proxies, even when it is 0', () => {
    const { TRUSTED_PROXIES: _, ...rest } = production
    expect(problemsOf(rest)).toEqual(['TRUSTED_PROXIES'])
    expect(problemsOf({ ...rest, TRUSTED_PROXIES: '0' })).toEqual([])
  })

  // spec, otherwise: 8-r1 8-r2 8-r3 8-r4 8-r6
  it.each([
    ['an invalid port', { PORT: '70000' }, 'PORT'],
    ['an invalid log level', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    ['a misspelt mode', { NODE_ENV: 'Development' }, 'NODE_ENV'],
    ['a short secret', { INTERNAL_TOKEN_SECRET: 'short' }, 'INTERNAL_TOKEN_SECRET'],
    [
      'a secret of two repeated characters',
      { INTERNAL_TOKEN_SECRET: 'ab'.repeat(40) },
      'INTERNAL_TOKEN_SECRET',
    ],
    ['a malformed pool id', { IDP_USER_POOL_ID: 'pool' }, 'IDP_USER_POOL_ID'],
    ['an ARN of another service', { LB_ARN: 'arn:aws:s3:::bucket' }, 'LB_ARN'],
    [
      'provider keys over plain http',
      { IDP_JWKS_URI: 'http://keys.example/jwks.json' },
      'IDP_JWKS_URI',
    ],
    [
      'load balancer keys over plain http',
      { LB_PUBLIC_KEYS_URI: 'http://k.example' },
      'LB_PUBLIC_KEYS_URI',
    ],
    ['a public registry', { PUBLIC_PREFIXES: '/api,/api/v1' }, 'PUBLIC_PREFIXES'],
    ['a public administration', { PUBLIC_PREFIXES: '/admin/api' }, 'PUBLIC_PREFIXES'],
    ['the root path as public', { PUBLIC_PREFIXES: '/' }, 'PUBLIC_PREFIXES'],
    [
      'the current secret as the previous one',
      { INTERNAL_TOKEN_SECRET_PREVIOUS: SECRET },
      'INTERNAL_TOKEN_SECRET_PREVIOUS',
    ],
    [
      'a load balancer ARN without a name',
      { LB_ARN: `${production.LB_ARN.split('/')[0]}` },
      'LB_ARN',
    ],
    ['a network load balancer', { LB_ARN: production.LB_ARN.replace('/app/', '/net/') }, 'LB_ARN'],
    ['a malformed account', { LB_ARN: production.LB_ARN.replace('123', '') }, 'LB_ARN'],
    [
      'a load balancer in another region',
      { LB_ARN: production.LB_ARN.replace('eu-west-2', 'us-east-1') },
      'LB_ARN',
    ],
    ['none combined with other prefixes', { PUBLIC_PREFIXES: 'none,/api/csv' }, 'PUBLIC_PREFIXES'],
    ['two regions', { CLOUD_REGION: 'us-east-1' }, 'CLOUD_REGION'],
    [
      'the local provider without loopback',
      { IDP_USER_POOL_ID: 'xx-local-1_Development' },
      'IDP_USER_POOL_ID',
    ],
  ])('rejects %s', (_name, env, name) => {
    expect(problemsOf({ ...production, ...env })).toContain(name)
  })

  it('rejects development mode with a user pool on a reachable host', () => {
    const env = { ...development, IDP_USER_POOL_ID: 'eu-west-2_Abc123' }
    expect(problemsOf(env)).toEqual([])
    expect(problemsOf({ ...env, HOST: '0.0.0.0' })).toEqual(['NODE_ENV'])
  })

  it('accepts the local provider and plain http on loopback', () => {
    expect(
      problemsOf({
        ...production,
        HOST: '127.0.0.1',
        IDP_USER_POOL_ID: 'xx-local-1_Development',
        LB_ARN: production.LB_ARN.replace('eu-west-2', 'xx-local-1'),
        IDP_JWKS_URI: 'http://127.0.0.1:5010/keys',
        LB_PUBLIC_KEYS_URI: 'http://idp:5010/keys',
      }),
    ).toEqual([])
  })
})

describe('FORWARD_AUTH_SECRET', () => {
  const PROXY_SECRET = 'the secret of the proxy, 34 letters'
  const linesOf = (env: Record<string, string>) => {
    try {
      readConfig({ ...production, ...env })
      return []
    } catch (error) {
      return (error as Error).message.split('\n').slice(1)
    }
  }

  it('is unset by default', () => {
    expect(readConfig(production).forwardAuthSecret).toBeUndefined()
    const env = { ...production, FORWARD_AUTH_SECRET: PROXY_SECRET }
    expect(readConfig(env).forwardAuthSecret).toBe(PROXY_SECRET)
  })

  it('must differ from the secret of identities', () => {
    expect(linesOf({ FORWARD_AUTH_SECRET: SECRET })).toEqual([
      expect.stringContaining('FORWARD_AUTH_SECRET: is the same as INTERNAL_TOKEN_SECRET'),
    ])
  })

  it('requires a trusted proxy', () => {
    expect(linesOf({ FORWARD_AUTH_SECRET: PROXY_SECRET, TRUSTED_PROXIES: '0' })).toEqual([
      expect.stringContaining('requires TRUSTED_PROXIES of at least 1'),
    ])
  })
})
