import { beforeEach, describe, expect, it } from '@jest/globals'
import { OTHER_REVIEWER, REVIEWER, type Harness } from './harness.ts'
import { entry, item, structure } from './radar-data.ts'
import { DONE, IDS, KIM, openPage, REVIEW, radarHarness, storedEntries } from './review-page.ts'

let h: Harness
beforeEach(async () => {
  h = await radarHarness()
})
const { entries, descriptions } = storedEntries(() => h)

describe('basedOn', () => {
  it('keeps later changes of others and returns a conflict for the same field', async () => {
    const [a, b, c] = [await openPage(h), await openPage(h, OTHER_REVIEWER), await openPage(h, KIM)]
    a.move('e00', 'by a')
    await a.save()
    b.move('e01', 'by b')
    expect((await b.save({ basedOn: b.etag })).body).toEqual({ ...DONE, kept: ['e00'] })
    c.edit('e00', () => ({ url: '/c' }))
    expect((await c.save({ basedOn: `W/${c.etag}` })).body.kept).toEqual(['e00', 'e01'])
    expect(await descriptions('e00')).toEqual(['first', 'by a'])
    c.move('e01', 'by c')
    const rejected = await c.save({ basedOn: c.etag })
    expect([rejected.status, rejected.body.conflicts[0].id]).toEqual([409, 'e01'])
  })

  it('allows the revert of any change up to the base version', async () => {
    const a = await openPage(h)
    a.move('e00', 'by a')
    await a.save()
    const b = await openPage(h, OTHER_REVIEWER)
    b.edit('e00', () => ({ timeline: [item('first')] }))
    const { body } = await b.save({ basedOn: b.etag.slice(1, -1) })
    expect(body).toEqual({ ...DONE, replaced: ['e00'] })
    expect(await descriptions('e00')).toEqual(['first'])
  })

  it('accepts the ETags of concurrent saves', async () => {
    const responses = await Promise.all(
      IDS.map((id) =>
        h.post(REVIEW, { entries: [entry(id, { description: `by ${id}` })] }, { as: REVIEWER }),
      ),
    )
    for (const { headers } of responses) {
      const body = { basedOn: headers['etag'], entries: [entry('new', { url: '/' })] }
      expect((await h.post(REVIEW, { ...body, dryRun: true })).status).toBe(200)
    }
  })

  it.each([
    ['an unknown version', 'x'.repeat(27), 412],
    ['no ETag', 'latest', 400],
    ['a number', 5, 400],
  ])('is rejected when it is %s, and nothing is stored', async (_name, basedOn, status) => {
    const before = await h.stored('radar')
    const a = await openPage(h)
    a.move('e00', 'by a')
    expect((await a.save({ basedOn })).status).toBe(status)
    expect(await h.stored('radar')).toEqual(before)
  })

  it('must name the current version when a save replaces the radar', async () => {
    const page = await openPage(h)
    const complete = { ...structure(), entries: [...(await entries()), entry('new')] }
    const replace = () => h.post(REVIEW, { ...complete, basedOn: page.etag })
    expect((await replace()).status).toBe(200)
    expect((await replace()).status).toBe(412)
    expect(JSON.stringify(await h.stored('radar'))).not.toContain('basedOn')
  })
})
