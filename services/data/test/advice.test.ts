import { describe, expect, it } from '@jest/globals'
import { service } from './technology-service.ts'

describe('GET /api/advice', () => {
  it('returns the advice on each name in its order', async () => {
    const { get } = await service()
    const { status, body, headers } = await get('/api/advice?names=svelte,%20angular,,Elm')
    expect([status, headers['cache-control']]).toEqual([200, 'public, no-cache'])
    expect(body.advice).toMatchObject([
      { name: 'svelte', technology: 'Svelte', ring: 'trial', projects: 0 },
      { name: 'angular', technology: 'Angular', ring: 'hold', reason: 'Moved', projects: 2 },
      { name: 'Elm', found: false, ring: null, projects: 0, link: null },
    ])
  })

  it('names the technologies that an unknown name resembles, those that look alike first', async () => {
    const { get } = await service()
    const { advice } = (await get('/api/advice?names=google%20angular,angular%20core')).body
    expect(advice).toMatchObject([
      {
        found: false,
        lookAlikes: [{ name: 'Angular', reason: expect.stringContaining('vendor') }],
      },
      { found: false, lookAlikes: [{ name: 'Angular', ring: 'hold' }] },
    ])
    expect(advice[1].meaning).toContain('`lookAlikes` has names on the radar')
  })

  it('follows each edit', async () => {
    const { get, put } = await service()
    const ring = async () => (await get('/api/advice?names=postgres')).body.advice[0].technology
    expect(await ring()).toBeNull()
    await put('technologyNames', [{ name: 'Angular', aliases: ['Postgres'] }])
    expect(await ring()).toBe('Angular')
  })

  it.each([
    ['', 'names is required'],
    ['?names=', 'names is required'],
    ['?names=,%20,', 'names is required'],
    [`?names=${'a,'.repeat(51)}`, 'More than 50 names'],
    [`?names=${'a'.repeat(201)}`, 'A name is longer than 200 characters'],
    ['?names=a&names=b', 'names is given more than once'],
    ['?names=a&directorate=none', expect.stringMatching(/^Unknown directorate/)],
  ])('rejects %j', async (query, error) => {
    const { get } = await service()
    const { status, body } = await get(`/api/advice${query}`)
    expect([status, body.error]).toEqual([400, error])
  })
})
