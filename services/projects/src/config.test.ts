import { describe, expect, it } from '@jest/globals'
import { readConfig } from './config.ts'

const env = { INTERNAL_TOKEN_SECRET: 'a-secret-of-more-than-32-characters' }

describe('readConfig', () => {
  it('defaults to port 5002 and the specification', () => {
    expect(readConfig(env)).toMatchObject({ port: 5002, existingClients: false })
    const set = { ...env, PORT: '6000', CLIENT_PROFILE: 'existing' }
    expect(readConfig(set)).toMatchObject({ port: 6000, existingClients: true })
  })

  it('rejects an unknown client profile', () => {
    expect(() => readConfig({ ...env, CLIENT_PROFILE: 'old' })).toThrow(/CLIENT_PROFILE/)
  })

  it('names every invalid setting', () => {
    const read = () => readConfig({ CLIENT_PROFILE: 'old' })
    expect(read).toThrow('INTERNAL_TOKEN_SECRET: is not set')
    expect(read).toThrow('CLIENT_PROFILE')
  })
})
