import { describe, expect, it } from '@jest/globals'
import { readConfig } from './config.ts'

const env = { INTERNAL_TOKEN_SECRET: 'a-secret-of-more-than-32-characters' }

describe('readConfig', () => {
  it('listens on 5002 and does not touch what is sent, unless told otherwise', () => {
    expect(readConfig(env)).toMatchObject({ port: 5002, existingClients: false })
    const told = { ...env, PORT: '6000', REGISTRY_APPEND_EDITOR: 'true' }
    expect(readConfig(told)).toMatchObject({ port: 6000, existingClients: true })
  })

  it('serves existing clients by the name of the profile, which wins over the earlier name', () => {
    const profileOf = (settings: object) => readConfig({ ...env, ...settings }).existingClients
    expect(profileOf({ CLIENT_PROFILE: 'existing' })).toBe(true)
    expect(profileOf({ CLIENT_PROFILE: 'existing', REGISTRY_APPEND_EDITOR: 'false' })).toBe(true)
    expect(profileOf({ CLIENT_PROFILE: 'specification', REGISTRY_APPEND_EDITOR: 'true' })).toBe(
      false,
    )
    expect(() => profileOf({ CLIENT_PROFILE: 'old' })).toThrow(/CLIENT_PROFILE/)
  })

  it('takes any text where no list is set, and refuses a list without a value', () => {
    expect(readConfig(env).closed).toEqual({})
    const lists = { PROJECT_STAGES: 'Live, Beta', PROJECT_ROLES: 'Editor', PROJECT_GRADES: 'SEO' }
    const closed = { stage: ['Live', 'Beta'], roles: ['Editor'], grade: ['SEO'] }
    expect(readConfig({ ...env, ...lists }).closed).toEqual(closed)
    for (const name of Object.keys(lists))
      expect(() => readConfig({ ...env, [name]: ',' })).toThrow(`${name}: names no value`)
  })

  it('names every setting that is wrong', () => {
    expect(() => readConfig({ REGISTRY_APPEND_EDITOR: 'perhaps' })).toThrow(
      /INTERNAL_TOKEN_SECRET: is not set[^]*REGISTRY_APPEND_EDITOR|REGISTRY_APPEND_EDITOR[^]*INTERNAL_TOKEN_SECRET: is not set/,
    )
  })
})
