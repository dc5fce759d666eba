import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { loadLocalSettings, withDefaults } from './settings.ts'

const directory = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe('withDefaults', () => {
  it('runs in development mode with a new secret each time when nothing is set', () => {
    const [one, other] = [
      withDefaults({}, { terminal: false }),
      withDefaults({}, { terminal: true }),
    ]
    expect(one).toMatchObject({ NODE_ENV: 'development', LOG_PRETTY: 'false' })
    expect(one['INTERNAL_TOKEN_SECRET']).toMatch(/^[\da-f]{64}$/)
    expect(other).toMatchObject({ LOG_PRETTY: 'true' })
    expect(other['INTERNAL_TOKEN_SECRET']).not.toBe(one['INTERNAL_TOKEN_SECRET'])
  })

  it('keeps what is set', () => {
    const env = { NODE_ENV: 'development', LOG_PRETTY: 'no', INTERNAL_TOKEN_SECRET: 's', A: 'b' }
    expect(withDefaults(env, { terminal: true })).toEqual(env)
  })

  it.each(['production', 'test', 'Development'])('makes up no secret in mode %s', (mode) => {
    expect(withDefaults({ NODE_ENV: mode }, { terminal: false })).toEqual({
      NODE_ENV: mode,
      LOG_PRETTY: 'false',
    })
  })
})

describe('loadLocalSettings', () => {
  it('does nothing when there is no file', () => {
    expect(loadLocalSettings(join(directory, 'none'), {})).toBeUndefined()
  })

  it('says that it does not read the file in production', () => {
    expect(loadLocalSettings(directory, { NODE_ENV: 'production' })).toContain('is not read')
  })

  it('names a file that cannot be read', () => {
    expect(() => loadLocalSettings(directory, {})).toThrow(`${directory} cannot be read`)
  })
})
