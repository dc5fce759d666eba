import { beforeEach, describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { openDocuments } from '@landscape/store/documents/open-documents'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { keepCopies } from '../src/editions/keep-copies.ts'
import { harness, NOBODY, OTHER_REVIEWER, REVIEWER, type Harness } from './harness.ts'
import { entry, radar } from './radar-data.ts'

const PATH = '/review/api/editions'
const START = Date.parse('2026-03-01T10:00:00Z')
const DAY = 24 * 60 * 60 * 1_000

let clock = START
let h: Harness
beforeEach(async () => {
  clock = START
  h = harness(createEmbeddedStore(':memory:'), undefined, () => clock)
  await h.seed('radar', radar())
})

/** The radar with its history, at the clock of the tests. */
function openRadar() {
  return open(['radar']).radar
}
async function save(...ids: string[]) {
  const next = { ...radar(), entries: ids.map((id) => entry(id)) }
  await openRadar().change(() => ({ next, result: undefined }), {
    by: { actor: 'rui', email: 'rui@acme.example', action: 'change radar' },
  })
}
const open = (names: readonly ('radar' | 'radarEditions')[]) => {
  const logger = createLogger({
    service: 'test',
    level: 'info',
    destination: { write: () => undefined },
  })
  return openDocuments(h.store, names, { logger, clock: () => clock })
}
/** The instants of the kept copies. */
const keptCopies = async () => {
  const keys = await h.store.list('main', 'history/radar/kept/')
  return keys.map((key) => Number(/(\d+)\.json$/.exec(key)?.[1]))
}
const create = (body: object, as = REVIEWER) => h.post(PATH, body, { as })
const at = (instant: number) => new Date(instant).toISOString()
const idsAt = async (instant: number) => {
  const state = await (await openRadar().past()).stateAt(instant)
  return (state?.value as { entries: { id: string }[] } | undefined)?.entries.map(({ id }) => id)
}

describe('POST /review/api/editions', () => {
  it('names the present radar, also one without changes', async () => {
    const { status, body } = await create({ name: 'Spring 2026', note: 'For the board' })
    const edition = { id: 'spring-2026', name: 'Spring 2026', at: at(START), note: 'For the board' }
    expect([status, body]).toEqual([201, { message: 'Edition created successfully', edition }])
    expect(await h.stored('radarEditions')).toEqual([edition])
    clock += DAY
    await save('zig', 'go')
    expect(await idsAt(START)).toEqual(['zig'])
  })

  it('names an instant of the history, which retention does not delete', async () => {
    await save('go')
    clock += 5 * DAY
    await save('go', 'zig')
    const named = START + DAY
    clock += 40 * DAY
    await save('rust')
    expect((await create({ name: 'March', at: at(named) })).status).toBe(201)
    await openRadar().forget(clock)
    expect(await idsAt(named)).toEqual(['go'])
    expect(await idsAt(named + 1)).toBeUndefined()
  })

  it('leaves the edition readable when retention deletes its records at the same time', async () => {
    await save('go')
    clock += 5 * DAY
    await save('zig')
    clock += 40 * DAY
    await save('rust')
    const [created] = await Promise.all([
      create({ name: 'March', at: at(START + DAY) }),
      openRadar().forget(clock),
    ])
    if (created.status === 201) expect(await idsAt(START + DAY)).toEqual(['go'])
    else expect(await h.stored('radarEditions')).toBeUndefined()
  })

  it('returns 201 to one of two reviewers who create the same name, and 409 to the other', async () => {
    const both = await Promise.all([
      create({ name: 'Spring 2026' }),
      create({ name: 'spring-2026' }, OTHER_REVIEWER),
    ])
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([201, 409]))
    expect(await h.stored('radarEditions')).toHaveLength(1)
  })

  it('returns 409 for a name whose slug is taken, and keeps no copy', async () => {
    await create({ name: 'Spring 2026' })
    clock += DAY
    const { status, body } = await create({ name: 'Spring, 2026!' })
    expect([status, body.error]).toEqual([409, 'The edition "Spring 2026" has the id spring-2026'])
    expect(await keptCopies()).toEqual([START])
  })

  it.each([
    ['now', { name: ' Now ' }, '"now" means the present radar'],
    ['a name without letters', { name: '?!' }, 'Invalid name'],
    ['a future instant', { name: 'A', at: at(START + 1) }, 'An edition cannot be in the future'],
    ['an early instant', { name: 'A', at: '2020' }, 'The history of the radar begins later'],
    ['a malformed instant', { name: 'A', at: 'spring' }, 'Invalid instant'],
    ['a control character', { name: 'A\u0007' }, 'Name contains control characters'],
    [
      'a long note',
      { name: 'A', note: 'n'.repeat(1001) },
      'The note is longer than 1000 characters',
    ],
  ])('returns 400 for %s', async (_, sent, error) => {
    const { status, body } = await create(sent)
    expect([status, body.error]).toEqual([400, error])
    expect(await h.stored('radarEditions')).toBeUndefined()
  })

  it('returns 400 for the 201st edition', async () => {
    const many = Array.from({ length: 200 }, (_, i) => ({ id: `e${i}`, name: `E${i}`, at: '2026' }))
    await h.seed('radarEditions', many)
    expect((await create({ name: 'Spring' })).body.error).toBe('More than 200 editions')
  })

  it('returns 403 to callers without the group', async () => {
    expect((await create({ name: 'Spring' }, NOBODY)).status).toBe(403)
  })
})

describe('DELETE /review/api/editions/:id', () => {
  beforeEach(() => h.seed('radarEditions', []))
  const remove = (id: string) => h.delete(`${PATH}/${id}`, { as: REVIEWER })

  it('deletes the name and no radar, and an undo restores it', async () => {
    await create({ name: 'Spring 2026' })
    expect((await remove('spring-2026')).body).toEqual({ message: 'Edition deleted successfully' })
    expect(await h.stored('radarEditions')).toEqual([])
    expect(await h.stored('radar')).toEqual(radar())
    const { body } = await h.get('/review/api/history?document=editions', { as: REVIEWER })
    const [deleted, created] = body.changes as { id: string; summary: string }[]
    expect([deleted?.summary, created?.summary]).toEqual([
      'Spring 2026: removed',
      'Spring 2026: added',
    ])
    const { status } = await h.post(`/review/api/history/${deleted?.id}/undo`, {}, { as: REVIEWER })
    expect(status).toBe(200)
    expect(await h.stored('radarEditions')).toMatchObject([{ id: 'spring-2026' }])
    expect(await idsAt(START)).toEqual(['zig'])
  })

  it('returns 404 for an unknown edition', async () => {
    await create({ name: 'Spring 2026' })
    expect((await remove('autumn')).status).toBe(404)
    expect(await h.store.get(DOCUMENTS.radarEditions.ref)).toMatchObject({ kind: 'found' })
  })
})

describe('keepCopies', () => {
  const keepThem = () => keepCopies(open(['radar', 'radarEditions']))

  it('removes a copy that no edition and no change names', async () => {
    await create({ name: 'Spring' })
    await openRadar().keep(START - 1, await openRadar().read())
    await keepThem()
    expect(await keptCopies()).toEqual([START])
  })

  it('keeps the copy of a deleted edition until its deletion cannot be undone', async () => {
    await create({ name: 'Spring' })
    await h.delete(`${PATH}/spring`, { as: REVIEWER })
    await keepThem()
    expect(await keptCopies()).toEqual([START])
    const { radarEditions } = open(['radarEditions'])
    await radarEditions.forget(Date.now() + DAY)
    await keepThem()
    expect(await keptCopies()).toEqual([])
  })

  it('stores the copy of an edition that has none', async () => {
    await save('go')
    clock += DAY
    await create({ name: 'Spring', at: at(START) })
    await openRadar().dropKept(START)
    await keepThem()
    expect(await keptCopies()).toEqual([START])
  })

  it('removes nothing while the editions cannot be read', async () => {
    await create({ name: 'Spring' })
    const damaged = h.store
    const { ref } = DOCUMENTS.radarEditions
    const got = await damaged.get(ref)
    await damaged.put(ref, Buffer.from('{'), { ifMatch: got.kind === 'found' ? got.etag : '' })
    await expect(keepThem()).rejects.toThrow('is not JSON')
    expect(await keptCopies()).toEqual([START])
  })
})
