import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { createSeal, type SealOptions } from './seals.ts'

const START = Date.parse('2026-06-01T00:00:00Z')
const sealWith = (options: Partial<SealOptions<string>> = {}) =>
  createSeal({
    schema: z.string(),
    purpose: 'test',
    seconds: 60,
    secrets: ['a-secret-of-more-than-32-characters'],
    now: () => START,
    ...options,
  })

describe('createSeal', () => {
  it('opens sealed content with a unique id', async () => {
    const seal = sealWith()
    const [one, two] = [await seal.seal('secret'), await seal.seal('secret')]
    expect(one).not.toContain(Buffer.from('secret').toString('base64url'))
    expect(await seal.open(one)).toEqual({
      content: 'secret',
      id: expect.any(String),
      expires: START / 1000 + 60,
    })
    expect((await seal.open(two))?.id).not.toBe((await seal.open(one))?.id)
  })

  it('opens content of the previous secret during rotation', async () => {
    const [older, newer] = ['o'.repeat(40), 'n'.repeat(40)]
    const sealed = await sealWith({ secrets: [older] }).seal('x')
    expect(await sealWith({ secrets: [newer, older] }).open(sealed)).toMatchObject({ content: 'x' })
    expect(await sealWith({ secrets: [newer] }).open(sealed)).toBeUndefined()
  })

  it('rejects another purpose, expired content and a schema mismatch', async () => {
    const sealed = await sealWith().seal('x')
    expect(await sealWith({ purpose: 'other' }).open(sealed)).toBeUndefined()
    expect(await sealWith({ now: () => START + 60_000 }).open(sealed)).toBeUndefined()
    expect(await sealWith({ schema: z.string().min(2) }).open(sealed)).toBeUndefined()
  })

  it('rejects altered and forged content', async () => {
    const seal = sealWith()
    const sealed = await seal.seal('x')
    for (const at of [3, 45, sealed.length - 30, sealed.length - 3]) {
      const other = sealed[at] === 'A' ? 'B' : 'A'
      expect(await seal.open(sealed.slice(0, at) + other + sealed.slice(at + 1))).toBeUndefined()
    }
    const unencrypted = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`
    for (const forged of ['', 'ghu_x', '....', 'a.b.c.d.e', unencrypted, 'a'.repeat(100_000)]) {
      expect(await seal.open(forged)).toBeUndefined()
    }
  })
})
