import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { parseConfig } from './parse-config.ts'

const text = () => z.string().optional()
const Env = z.object({
  LOG_GROUP_NAME: text(),
  SECRET_NAME: text(),
  CLOUD_REGION: text().meta({ description: 'region of services' }),
})
const both = { LOG_GROUP_NAME: 'landscape', SECRET_NAME: 'app-key' }

describe('regionProblems', () => {
  it('requires a region for a secret or log group, under any name', () => {
    expect(() => parseConfig(Env, both)).toThrow(
      'CLOUD_REGION: is not set, and neither is AWS_REGION: required by LOG_GROUP_NAME, SECRET_NAME (region of services)',
    )
    for (const env of [{ AWS_SECRET_NAME: 'x' }, { LOG_GROUP_NAME: 'x', AWS_REGION: ' ' }]) {
      expect(() => parseConfig(Env, env)).toThrow('CLOUD_REGION: is not set')
    }
  })

  it('accepts the region of the SDK', () => {
    for (const env of [{ CLOUD_REGION: 'eu-west-2' }, { AWS_REGION: 'eu-west-2' }]) {
      expect(() => parseConfig(Env, { ...both, ...env })).not.toThrow()
    }
  })

  it('requires no region when neither is set or read', () => {
    expect(parseConfig(Env, { SECRET_NAME: ' ' })).toEqual({})
    expect(parseConfig(z.object({ PORT: text() }), both)).toEqual({})
  })
})
