import { namesOf } from '@landscape/runtime/config/aliases'
import { misspeltSettings } from '@landscape/runtime/config/misspelt'
import { describe, expect, it } from '@jest/globals'
import { inlineCode, readText } from '../docs/texts.ts'
import { faultsOf, READERS, SETTING_NAMES, settingsProblems } from './readers.ts'

const SECRET = 'long enough and with ten different characters'
const development = { NODE_ENV: 'development', INTERNAL_TOKEN_SECRET: SECRET }
const names = (env: Record<string, string>, ...rest: Parameters<typeof settingsProblems>[1][]) =>
  settingsProblems(env, ...rest).map(({ name }) => name)

describe('settingsProblems', () => {
  it('accepts a development environment with only a secret', () => {
    expect(settingsProblems(development)).toEqual([])
  })

  it('returns each error of each service once', () => {
    expect(
      names({
        NODE_ENV: 'development',
        PORT: '0',
        STALE_IF_ERROR_SECONDS: '-1',
        LOG_LEVEL: 'loud',
        INTERNAL_TOKEN_SECRET: 'short',
        OBJECT_STORE: 'foo',
        CLIENT_PROFILE: 'perhaps',
        FRONTEND_URL: 'nowhere',
        COLLECT_EVERY_MINUTES: '1',
        METRICS_PORT: 'x',
        RATE_LIMIT_PER_MINUTE: 'x',
      }).toSorted(),
    ).toEqual([
      'CLIENT_PROFILE',
      'COLLECT_EVERY_MINUTES',
      'FRONTEND_URL',
      // Too short and too easy to guess.
      'INTERNAL_TOKEN_SECRET',
      'INTERNAL_TOKEN_SECRET',
      'LOG_LEVEL',
      'METRICS_PORT',
      'OBJECT_STORE',
      'PORT',
      'RATE_LIMIT_PER_MINUTE',
      'STALE_IF_ERROR_SECONDS',
    ])
  })

  it('returns all settings missing in production next to other errors', () => {
    expect(names({ NODE_ENV: 'production', STALE_IF_ERROR_SECONDS: '-1' }).toSorted()).toEqual([
      'ASSISTANT_BUCKET_NAME',
      'AUDIT_TOOL_BUCKET_NAME',
      'IDP_USER_POOL_CLIENT_ID',
      'IDP_USER_POOL_ID',
      'INTERNAL_TOKEN_SECRET',
      'LB_ARN',
      'MAIN_BUCKET_NAME',
      'STALE_IF_ERROR_SECONDS',
      'TRUSTED_PROXIES',
    ])
  })

  it('accepts the setting names of the previous system in production', () => {
    const moved = {
      INTERNAL_TOKEN_SECRET: SECRET,
      TRUSTED_PROXIES: '1',
      AWS_REGION: 'eu-west-2',
      ALB_ARN: 'arn:aws:elasticloadbalancing:eu-west-2:123456789012:loadbalancer/app/x/1',
      COGNITO_USER_POOL_ID: 'eu-west-2_Abc123',
      COGNITO_USER_POOL_CLIENT_ID: 'client',
      BUCKET_NAME: 'main',
      TAT_BUCKET_NAME: 'audit-tool',
      COPILOT_BUCKET_NAME: 'assistant',
    }
    expect(settingsProblems(moved)).toEqual([])
    const differing = { ...moved, MAIN_BUCKET_NAME: 'another', CLOUD_REGION: 'eu-west-1' }
    expect(new Set(names(differing))).toEqual(new Set(['CLOUD_REGION', 'MAIN_BUCKET_NAME']))
  })

  it('rejects an unsafe combination of settings', () => {
    const env = { ...development, HOST: '0.0.0.0', IDP_USER_POOL_ID: 'eu-west-2_Pool' }
    expect(names(env)).toEqual(['NODE_ENV'])
  })

  it.each([
    [{ REDIS_URL: 'redis:6379' }, 'REDIS_URL', 'must be an address such as redis://host:6379'],
    [{ REDIS_URL: 'cache:6379' }, 'REDIS_URL', 'must be an address such as redis://host:6379'],
    [{ DATA_URL: 'http://h:1/', PROJECTS_URL: 'http://h:1' }, 'DATA_URL', /same address as PROJ/],
    [{ METRICS_PORT: '5001' }, 'METRICS_PORT', 'is the same port as PORT'],
    [{ METRICS_PORT: '5003' }, 'METRICS_PORT', /^needs port 5003, which data has \(DATA_URL\)$/],
    [{ PORT: '5004' }, 'ADMIN_REVIEW_URL', /^needs port 5004, which gateway has \(PORT\)$/],
    [
      {
        OBJECT_STORE: 's3',
        MAIN_BUCKET_NAME: 'one',
        AUDIT_TOOL_BUCKET_NAME: 'two',
        ASSISTANT_BUCKET_NAME: 'one',
      },
      'ASSISTANT_BUCKET_NAME',
      'is the same bucket as MAIN_BUCKET_NAME',
    ],
  ])('rejects %j', (settings, name, problem) => {
    expect(settingsProblems({ ...development, ...settings })).toContainEqual(
      expect.objectContaining({ name, problem: expect.stringMatching(problem) }),
    )
  })

  it('reports only the service ports that METRICS_PORT needs', () => {
    expect(settingsProblems({ ...development, METRICS_PORT: '5003' })).toEqual(
      [
        '5003, which data has (DATA_URL)',
        '5004, which admin-review has (ADMIN_REVIEW_URL)',
        '5005, which assistant has (ASSISTANT_URL)',
      ].map((port) => ({ name: 'METRICS_PORT', problem: `needs port ${port}` })),
    )
  })

  it('checks only the settings of the given services', () => {
    const env = {
      NODE_ENV: 'production',
      INTERNAL_TOKEN_SECRET: SECRET,
      RATE_LIMIT_PER_MINUTE: 'x',
    }
    const buckets = ['MAIN_BUCKET_NAME', 'AUDIT_TOOL_BUCKET_NAME', 'ASSISTANT_BUCKET_NAME']
    expect(names(env, ['data'])).toEqual(buckets)
    expect(names(env, ['gateway']).filter((name) => buckets.includes(name))).toEqual([])
  })

  it('ignores the settings of services on other hosts', () => {
    const env = { ...development, CONTACT_EMAIL_DOMAINS: '*', REVIEW_AFTER_MONTHS: 'x' }
    expect(names(env)).toEqual(['REVIEW_AFTER_MONTHS'])
    expect(names({ ...env, DATA_URL: 'http://data.internal:5003' })).toEqual([])
  })

  it('describes the expected value of every invalid setting', () => {
    const secret = { INTERNAL_TOKEN_SECRET: SECRET, NODE_ENV: 'development' }
    const vague = ['\u0001', '0', '-1', '1.5', 'http://'].flatMap((value) =>
      SETTING_NAMES.flatMap((name) => faultsOf(READERS, { ...secret, [name]: value })).filter(
        ({ problem }) =>
          /valid|regex|format|must be a int|at least 0$/.test(problem) && value !== '-1',
      ),
    )
    expect(vague).toEqual([])
  })

  it.each([
    ['UPSTREAM_TIMEOUT_SECONDS', '0', /^must be greater than 0$/],
    ['LB_ARN', 'x', /^must be the ARN of an application load balancer/],
    ['TRUSTED_PROXIES', '1.5', /^must be an integer$/],
    ['SCM_PRIVATE_KEY_FILE', '/nowhere/key.pem', /^must name a readable file$/],
  ])('reports the error of %s=%s', (name, value, text) => {
    expect(settingsProblems({ ...development, [name]: value })).toEqual([
      expect.objectContaining({ name, problem: expect.stringMatching(text) }),
    ])
  })

  it('omits the values of settings', () => {
    const text = JSON.stringify(
      settingsProblems({ ...development, HOST: 'hunter 2', INTERNAL_TOKEN_SECRET: 'hunter2' }),
    )
    expect(text).toContain('"HOST"')
    expect(text).not.toContain('hunter')
  })
})

describe('docs/migration.md', () => {
  it('lists exactly the aliases of all settings', () => {
    const rows = readText('docs/migration.md').match(/^\| .* \| `[A-Z_]+` +\|$/gm) ?? []
    const listed = rows.map(inlineCode).map((names) => [names.at(-1), ...names.slice(0, -1)])
    const aliased = SETTING_NAMES.map((name) => namesOf([name])).filter(([, alias]) => alias)
    expect(new Set(listed)).toEqual(new Set(aliased))
  })
})

describe('READERS', () => {
  it.each(READERS)('$name does not report the settings of others as misspelt', ({ schema }) => {
    // All services may run in one environment.
    expect(misspeltSettings(Object.keys(schema.shape), namesOf(SETTING_NAMES))).toEqual([])
  })
})
