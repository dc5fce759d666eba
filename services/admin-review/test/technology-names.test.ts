import { beforeEach, describe, expect, it } from '@jest/globals'
import { harness, REVIEWER, type Harness } from './harness.ts'

const PATH = '/admin/api/technology-names'
const POSTGRES = { name: 'PostgreSQL', aliases: ['Postgres'] }
const GO = { name: 'Go', aliases: [] }

let h: Harness
beforeEach(() => {
  h = harness()
})

describe('GET /admin/api/technology-names', () => {
  it('returns no names while nothing is stored', async () => {
    const { status, body } = await h.get(PATH)
    expect([status, body]).toEqual([200, { names: [] }])
  })

  it('returns 403 to a reviewer', async () => {
    expect((await h.get(PATH, { as: REVIEWER })).status).toBe(403)
  })
})

describe('PUT /admin/api/technology-names', () => {
  it('stores the names in their order', async () => {
    const { status, body, headers } = await h.put(PATH, { names: [POSTGRES, GO] })
    expect([status, body]).toEqual([200, { message: 'Technology names updated successfully' }])
    expect(await h.stored('technologyNames')).toEqual([POSTGRES, GO])
    expect(headers['etag']).toBe((await h.get(PATH)).headers['etag'])
  })

  it('returns 409 with both names for an alias of two', async () => {
    await h.seed('technologyNames', [POSTGRES])
    const names = [POSTGRES, { name: 'Post', aliases: ['POST-GRES'] }]
    const { status, body } = await h.put(PATH, { names })
    expect(status).toBe(409)
    expect(body).toMatchObject({
      error: '"POST-GRES" is a name or an alias of both PostgreSQL and Post',
      errors: [{ pointer: '/names/1/aliases/0' }],
    })
    expect(await h.stored('technologyNames')).toEqual([POSTGRES])
  })

  it('stores nothing in a dry run', async () => {
    const { body } = await h.put(PATH, { names: [GO], dryRun: true })
    expect(body).toMatchObject({ operations: [{ op: 'add' }] })
    expect(await h.stored('technologyNames')).toBeUndefined()
  })

  it('records the change, which an undo reverts', async () => {
    await h.put(PATH, { names: [POSTGRES] })
    await h.put(PATH, { names: [POSTGRES, GO] })
    const { body } = await h.get('/admin/api/history?document=technology-names')
    expect(body.changes).toHaveLength(2)
    const { status } = await h.post(`/admin/api/history/${body.changes[0].id}/undo`, {})
    expect(status).toBe(200)
    expect(await h.stored('technologyNames')).toEqual([POSTGRES])
  })

  it('accepts more edits after an undo restored an alias of two names', async () => {
    const pg = { name: 'Pg', aliases: ['Postgres'] }
    await h.put(PATH, { names: [POSTGRES] })
    await h.put(PATH, { names: [{ ...POSTGRES, aliases: [] }] })
    await h.put(PATH, { names: [{ ...POSTGRES, aliases: [] }, pg] })
    const { body } = await h.get('/admin/api/history?document=technology-names')
    expect((await h.post(`/admin/api/history/${body.changes[1].id}/undo`, {})).status).toBe(200)
    expect((await h.put(PATH, { names: [POSTGRES, pg, GO] })).status).toBe(200)
  })

  it('keeps a malformed stored element that is sent back unchanged', async () => {
    await h.seed('technologyNames', [{ name: '' }, GO])
    expect((await h.put(PATH, { names: [{ name: '' }, GO, POSTGRES] })).status).toBe(200)
  })

  it.each([
    ['no names', {}],
    ['names that are not an array', { names: 'Go' }],
    ['a name without characters', { names: [{ name: ' -_', aliases: [] }] }],
    ['a name without aliases', { names: [{ name: 'Go' }] }],
    ['a name with a control character', { names: [{ name: 'a\u0000b', aliases: [] }] }],
    ['an alias that is not a string', { names: [{ name: 'Go', aliases: [1] }] }],
    ['a name of 201 characters', { names: [{ name: 'x'.repeat(201), aliases: [] }] }],
    [
      '2,001 names',
      { names: Array.from({ length: 2_001 }, (_, i) => ({ name: `n${i}`, aliases: [] })) },
    ],
    ['an array', []],
  ])('returns 400 for %s', async (_, body) => {
    const { status } = await h.put(PATH, body)
    expect(status).toBe(400)
    expect(await h.stored('technologyNames')).toBeUndefined()
  })
})
