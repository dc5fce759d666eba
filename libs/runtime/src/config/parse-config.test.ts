import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { ConfigError, parseConfig } from './parse-config.ts'
import { List, Port, Secret } from './fields.ts'
import { HttpUrl } from './http-url.ts'

const Env = z.object({
  PORT: Port.default(5001).meta({ description: 'port to listen on' }),
  BUCKET: z.string().min(3).meta({ description: 'bucket of radar and banners' }),
  SECRET: z.string().min(32).meta({ description: 'signs identities' }),
  UPSTREAM: HttpUrl.optional().meta({ description: 'address of the data service' }),
  GROUPS: List.optional(),
  SWITCH: z.stringbool().default(false),
})
const good = { BUCKET: 'main-bucket', SECRET: 's'.repeat(32) }

function problemsOf(env: Record<string, string>): string {
  try {
    parseConfig(Env, env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('expected a ConfigError')
}

describe('parseConfig', () => {
  it('reads typed values and defaults', () => {
    expect(parseConfig(Env, { ...good, PORT: '0', GROUPS: ' admin, ,reviewer ' })).toMatchObject({
      PORT: 0,
      BUCKET: 'main-bucket',
      GROUPS: ['admin', 'reviewer'],
      SWITCH: false,
    })
  })

  it('treats a blank variable as unset', () => {
    expect(parseConfig(Env, { ...good, PORT: ' ', UPSTREAM: '' })).toMatchObject({ PORT: 5001 })
  })

  it('reports every fault with the purpose of the setting', () => {
    const text = problemsOf({ PORT: '99999', SWITCH: 'perhaps' })
    expect(text).toContain('PORT: is too large: at most 65535 (port to listen on)')
    expect(text).toContain('BUCKET: is not set (bucket of radar and banners)')
    expect(text).toContain('SECRET: is not set (signs identities)')
    expect(text).toContain('SWITCH: ')
  })

  it('rejects a metrics port equal to the service port', () => {
    const Ports = z.object({ PORT: Port.default(5001), METRICS_PORT: Port.optional() })
    const read = (env: Record<string, string>) => () => parseConfig(Ports, env)
    expect(read({ METRICS_PORT: '5001' })).toThrow('METRICS_PORT: is the same port as PORT')
    expect(read({ PORT: '6000', METRICS_PORT: '6000' })).toThrow(ConfigError)
    expect(read({ PORT: '0', METRICS_PORT: '0' })()).toEqual({ PORT: 0, METRICS_PORT: 0 })
    expect(read({ METRICS_PORT: '9000' })()).toEqual({ PORT: 5001, METRICS_PORT: 9000 })
  })

  it('never reports a value', () => {
    const text = problemsOf({
      BUCKET: 'b!',
      SECRET: 'hunter2',
      UPSTREAM: 'ftp://hunter2',
      PORT: 'hunter2',
      SWITCH: 'hunter2',
    })
    expect(text).not.toContain('hunter2')
    expect(text).not.toContain('b!')
  })

  it('ignores variables outside the schema', () => {
    expect(parseConfig(Env, { ...good, OTHER: 'x' })).not.toHaveProperty('OTHER')
  })
})

describe('Secret', () => {
  it.each([
    ['a'.repeat(40), false],
    ['0123456789'.repeat(4), false],
    ['short-but-varied-9', false],
    ['a-secret-of-more-than-32-characters', true],
  ])('accepts %s: %s', (text, accepted) => {
    expect(Secret.safeParse(text).success).toBe(accepted)
  })
})

const text = () => z.string().optional()
const Regional = z.object({
  LOG_GROUP_NAME: text(),
  SECRET_NAME: text(),
  CLOUD_REGION: text().meta({ description: 'region of services' }),
})
const both = { LOG_GROUP_NAME: 'landscape', SECRET_NAME: 'app-key' }

describe('parseConfig of regional resources', () => {
  it('requires a region for a secret or log group, under any name', () => {
    expect(() => parseConfig(Regional, both)).toThrow(
      'CLOUD_REGION: is not set, and neither is AWS_REGION: ' +
        'required by LOG_GROUP_NAME, SECRET_NAME (region of services)',
    )
    for (const env of [{ AWS_SECRET_NAME: 'x' }, { LOG_GROUP_NAME: 'x', AWS_REGION: ' ' }]) {
      expect(() => parseConfig(Regional, env)).toThrow('CLOUD_REGION: is not set')
    }
  })

  it('accepts the region of the SDK', () => {
    for (const env of [{ CLOUD_REGION: 'eu-west-2' }, { AWS_REGION: 'eu-west-2' }]) {
      expect(() => parseConfig(Regional, { ...both, ...env })).not.toThrow()
    }
  })

  it('requires no region when neither is set or read', () => {
    expect(parseConfig(Regional, { SECRET_NAME: ' ' })).toEqual({})
    expect(parseConfig(z.object({ PORT: text() }), both)).toEqual({})
  })
})
