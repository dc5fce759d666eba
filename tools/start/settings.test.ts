import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { loadLocalSettings, withDefaults } from './settings.ts'

const directory = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe('withDefaults', () => {
  it('runs in development mode with a new secret each time when nothing is set', () => {
    const [one, other] = [withDefaults({}), withDefaults({})]
    expect(one).toMatchObject({ NODE_ENV: 'development' })
    expect(one['INTERNAL_TOKEN_SECRET']).toMatch(/^[\da-f]{64}$/)
    expect(other['INTERNAL_TOKEN_SECRET']).not.toBe(one['INTERNAL_TOKEN_SECRET'])
  })

  it('keeps what is set', () => {
    const env = { NODE_ENV: 'development', INTERNAL_TOKEN_SECRET: 's', A: 'b' }
    expect(withDefaults(env)).toEqual(env)
  })

  it.each(['production', 'test', 'Development'])('makes up no secret in mode %s', (mode) => {
    expect(withDefaults({ NODE_ENV: mode })).toEqual({ NODE_ENV: mode })
  })
})

describe('loadLocalSettings', () => {
  const file = join(directory, '.env')
  const isRoot = process.getuid?.() === 0

  it('does nothing when there is no file', () => {
    const env = {}
    expect(loadLocalSettings(join(directory, 'none'), env)).toBeUndefined()
    expect(env).toEqual({})
  })

  it('adds what the environment does not say', () => {
    writeFileSync(file, 'ONE=file\n# comment\nTWO="a file"\nTHREE=file\n')
    const env = { ONE: 'environment', THREE: '' }
    expect(loadLocalSettings(file, env)).toBeUndefined()
    expect(env).toEqual({ ONE: 'environment', TWO: 'a file', THREE: '' })
  })

  it('says that it does not read the file in production', () => {
    expect(loadLocalSettings(directory, { NODE_ENV: 'production' })).toContain('is not read')
  })

  it('says that a directory is none, and what to do', () => {
    expect(() => loadLocalSettings(directory, {})).toThrow(
      `${directory} exists but cannot be read: it is a directory. Make it a text file, or remove it.`,
    )
  })

  // Root may read everything.
  ;(isRoot ? it.skip : it)('says that this user may not read the file, and what to do', () => {
    writeFileSync(file, 'SECRET=hidden')
    chmodSync(file, 0)
    expect(() => loadLocalSettings(file, {})).toThrow(
      `${file} exists but cannot be read: permission denied. Make it readable (chmod u+r), or remove it.`,
    )
    chmodSync(file, 0o600)
  })
})
