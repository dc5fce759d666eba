import { beforeEach, describe, expect, it } from '@jest/globals'
import { harness, REVIEWER, type Harness } from './harness.ts'
import { entry, radar } from './radar-data.ts'

const PATH = '/admin/api/technology-names/aliases'
const NAMES = [{ name: '' }, { name: 'PostgreSQL', aliases: ['Postgres'] }]

let h: Harness
beforeEach(async () => {
  h = harness()
  await h.seed('technologyNames', NAMES)
})
const aliasesOf = async (name: string) => {
  const names = (await h.stored('technologyNames')) as { name: string; aliases: string[] }[]
  return names.find((one) => one.name === name)?.aliases
}
const query = (name: string, alias: string) =>
  `${PATH}?${new URLSearchParams({ name, alias }).toString()}`

describe('POST /admin/api/technology-names/aliases', () => {
  it('adds one alias, and the history names it', async () => {
    const { status, body } = await h.post(PATH, { name: 'postgresql', alias: 'psql' })
    expect([status, body]).toEqual([200, { message: 'Alias added successfully' }])
    expect(await h.stored('technologyNames')).toEqual([
      NAMES[0],
      { name: 'PostgreSQL', aliases: ['Postgres', 'psql'] },
    ])
    const { text } = await h.get('/changes')
    expect(text).toContain('PostgreSQL: psql added to aliases')
  })

  it('stores the name when it is new', async () => {
    await h.post(PATH, { name: 'Go', alias: 'Golang' })
    expect(await aliasesOf('Go')).toEqual(['Golang'])
    expect((await h.get('/changes')).text).toContain('Go: added')
  })

  it('changes nothing when the alias is stored, in any spelling', async () => {
    const { status } = await h.post(PATH, { name: 'PostgreSQL', alias: 'post-gres' })
    expect(status).toBe(200)
    expect(await h.stored('technologyNames')).toEqual(NAMES)
  })

  it('returns 409 for a name or alias of another technology', async () => {
    const { status, body } = await h.post(PATH, { name: 'Post', alias: 'postgres' })
    expect(status).toBe(409)
    expect(body).toMatchObject({
      error: '"postgres" is a name or an alias of both PostgreSQL and Post',
      errors: [{ pointer: '/alias' }],
    })
    expect((await h.post(PATH, { name: 'Postgres', alias: 'pg' })).body).toMatchObject({
      errors: [{ pointer: '/name' }],
    })
  })

  it('returns 409 for an entry of the radar, unless the caller confirms', async () => {
    await h.seed('radar', radar([entry('pg', { title: 'psql' })]))
    const sent = { name: 'PostgreSQL', alias: 'psql' }
    const merges = [{ ...sent, alias: 'psql', ring: 'adopt' }]
    expect((await h.post(PATH, sent)).body).toMatchObject({ status: 409, merges })
    expect((await h.post(PATH, { ...sent, dryRun: true })).body).toMatchObject({ merges })
    expect(await aliasesOf('PostgreSQL')).toEqual(['Postgres'])
    expect((await h.post(PATH, { ...sent, confirmMerge: true })).body).toMatchObject({ merges })
    expect(await aliasesOf('PostgreSQL')).toEqual(['Postgres', 'psql'])
  })

  it('returns 400 for the 101st alias', async () => {
    const aliases = Array.from({ length: 100 }, (_, i) => `a${i}`)
    await h.seed('technologyNames', [{ name: 'Go', aliases }])
    const { status, body } = await h.post(PATH, { name: 'Go', alias: 'Golang' })
    expect([status, body.error]).toEqual([400, 'More than 100 aliases'])
    expect(body.errors).toMatchObject([{ pointer: '/alias' }])
  })

  it.each([
    ['no alias', { name: 'Go' }],
    ['an empty alias', { name: 'Go', alias: ' ' }],
    ['an alias with a control character', { name: 'Go', alias: 'Go\u0000' }],
  ])('returns 400 for %s', async (_, body) => {
    expect((await h.post(PATH, body)).status).toBe(400)
    expect(await h.stored('technologyNames')).toEqual(NAMES)
  })
})

describe('DELETE /admin/api/technology-names/aliases', () => {
  it('removes one alias in any spelling, and the history names it', async () => {
    const { status, body } = await h.delete(query('postgreSQL', 'POST-GRES'))
    expect([status, body]).toEqual([200, { message: 'Alias removed successfully' }])
    expect(await aliasesOf('PostgreSQL')).toEqual([])
    expect((await h.get('/changes')).text).toContain('PostgreSQL: Postgres removed from aliases')
  })

  it.each([
    ['PostgreSQL', 'psql', 'PostgreSQL has no alias "psql"'],
    ['Go', 'Postgres', 'No aliases of Go are stored'],
  ])('returns 404 when %s has no alias %s', async (name, alias, error) => {
    const { status, body } = await h.delete(query(name, alias))
    expect([status, body.error]).toEqual([404, error])
    expect(await h.stored('technologyNames')).toEqual(NAMES)
  })

  it('returns 403 to a reviewer, and 400 without an alias', async () => {
    expect((await h.delete(query('PostgreSQL', 'Postgres'), { as: REVIEWER })).status).toBe(403)
    expect((await h.delete(`${PATH}?name=PostgreSQL`)).status).toBe(400)
  })
})
