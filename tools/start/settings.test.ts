import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import { loadLocalSettings, withDefaults } from './settings.ts'

const directory = mkdtempSync(join(tmpdir(), 'settings-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe('withDefaults', () => {
  it('defaults to development mode with a new secret each time', () => {
    const [one, other] = [withDefaults({}), withDefaults({})]
    expect(one).toMatchObject({ NODE_ENV: 'development' })
    expect(one['INTERNAL_TOKEN_SECRET']).toMatch(/^[\da-f]{64}$/)
    expect(other['INTERNAL_TOKEN_SECRET']).not.toBe(one['INTERNAL_TOKEN_SECRET'])
  })

  it('keeps given settings', () => {
    const env = { NODE_ENV: 'development', INTERNAL_TOKEN_SECRET: 's', A: 'b' }
    expect(withDefaults(env)).toEqual(env)
  })

  it.each(['production', 'test', 'Development'])('generates no secret in mode %s', (mode) => {
    expect(withDefaults({ NODE_ENV: mode })).toEqual({ NODE_ENV: mode })
  })
})

describe('loadLocalSettings', () => {
  const file = join(directory, '.env')
  const isRoot = process.getuid?.() === 0

  it('ignores a missing file', () => {
    const env = {}
    expect(loadLocalSettings(join(directory, 'none'), env)).toBeUndefined()
    expect(env).toEqual({})
  })

  it('adds settings that the environment lacks', () => {
    writeFileSync(file, 'ONE=file\n# comment\nTWO="a file"\nTHREE=file\n')
    const env = { ONE: 'environment', THREE: '' }
    expect(loadLocalSettings(file, env)).toBeUndefined()
    expect(env).toEqual({ ONE: 'environment', TWO: 'a file', THREE: '' })
  })

  it('reports that it does not read the file in production', () => {
    expect(loadLocalSettings(directory, { NODE_ENV: 'production' })).toContain('is not read')
  })

  it('reports a directory and its remedy', () => {
    expect(() => loadLocalSettings(directory, {})).toThrow(
      `${directory} exists but cannot be read: it is a directory. Replace it by a file, or remove it.`,
    )
  })

  // Root can read every file.
  ;(isRoot ? it.skip : it)('reports an unreadable file and its remedy', () => {
    writeFileSync(file, 'SECRET=hidden')
    chmodSync(file, 0)
    expect(() => loadLocalSettings(file, {})).toThrow(
      `${file} exists but cannot be read: permission denied. Make it readable (chmod u+r), or remove it.`,
    )
    chmodSync(file, 0o600)
  })
})
