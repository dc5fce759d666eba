import { beforeEach, describe, expect, it } from '@jest/globals'
import { ADMIN, harness, OTHER_REVIEWER, REVIEWER, type Harness } from './harness.ts'
import { entry, item, KIM, radar, structure } from './radar-data.ts'

const REVIEW = '/review/api/tech-radar/update'
const signed = item('signed', { author: KIM, directorate: 1 })
const unsigned = item('unsigned')
const withNull = item('null author', { author: null })

let h: Harness
beforeEach(async () => {
  h = harness()
  await h.seed('radar', radar([entry('a', { timeline: [signed, unsigned, withNull] })]))
})
const timelineOf = async (id: string) => {
  const { entries } = (await h.stored('radar')) as {
    entries: { id: string; timeline: unknown[] }[]
  }
  return entries.find((one) => one.id === id)?.timeline
}

describe.each([
  ['entries only', {}],
  ['a complete structure', structure()],
])(`POST ${REVIEW} with %s`, (_name, rest) => {
  const save = (timeline: unknown[], as = REVIEWER, id = 'a') =>
    h.post(REVIEW, { ...rest, entries: [entry(id, { timeline })] }, { as })

  // spec: 1-s8 4.4-r1a
  it.each([
    ['none', {}],
    ['null', { author: null }],
    ['of another person', { author: KIM }],
    ['that is empty', { author: '' }],
  ])('makes the caller the author of a new position, sent %s', async (_claim, claim) => {
    const response = await save([signed, unsigned, withNull, item('new', claim)])
    expect(response.status).toBe(200)
    expect(await timelineOf('a')).toEqual([
      signed,
      unsigned,
      withNull,
      item('new', { author: REVIEWER.email }),
    ])
  })

  // spec, otherwise: 1-s8 4.4-r1a
  it('ignores the sent author of a stored position, with or without a stored author', async () => {
    const claims = Array.from([signed, unsigned, withNull], (one) => ({
      ...one,
      author: 'me@acme.example',
    }))
    await save(claims)
    expect(await timelineOf('a')).toEqual([signed, unsigned, withNull])
    await save(Array.from([signed, unsigned, withNull], (one) => ({ ...one, author: undefined })))
    expect(await timelineOf('a')).toEqual([signed, unsigned, withNull])
  })

  it.each([
    ['distance', { moved: 1 }],
    ['ring', { ringId: 'hold' }],
    ['date', { date: '2026-01-01' }],
    ['text', { description: 'Changed' }],
    ['directorate', { directorate: 2 }],
  ])('treats a position with another %s as new', async (_field, change) => {
    await save([{ ...signed, ...change }])
    expect(await timelineOf('a')).toEqual([{ ...signed, ...change, author: REVIEWER.email }])
  })

  it('treats a missing directorate as directorate 0', async () => {
    await save([{ ...unsigned, directorate: 0 }])
    expect(await timelineOf('a')).toEqual([{ ...unsigned, directorate: 0 }])
  })

  it('matches each stored position at most once', async () => {
    await save([signed, signed, { ...signed, author: 'x@acme.example' }])
    const mine = { ...signed, author: REVIEWER.email }
    expect(await timelineOf('a')).toEqual([signed, mine, mine])
  })

  it('makes the caller the author of all positions of a new entry', async () => {
    await save([signed], REVIEWER, 'copy')
    expect(await timelineOf('copy')).toEqual([{ ...signed, author: REVIEWER.email }])
  })

  it('keeps the positions of several reviewers under their own names', async () => {
    await save([signed, item('by rui')])
    await save([signed, item('by rui', { author: null }), item('by oda')], OTHER_REVIEWER)
    expect(await timelineOf('a')).toEqual([
      signed,
      item('by rui', { author: REVIEWER.email }),
      item('by oda', { author: OTHER_REVIEWER.email }),
    ])
  })

  it('makes an administrator who reviews the author', async () => {
    await save([item('new')], ADMIN)
    expect(await timelineOf('a')).toEqual([item('new', { author: ADMIN.email })])
  })
})

describe('POST /admin/api/tech-radar/update', () => {
  const save = (timeline: unknown[]) =>
    h.post('/admin/api/tech-radar/update', { entries: [entry('a', { timeline })] })

  it('keeps the sent author of a new position and adds none', async () => {
    const sent = [item('mine', { author: KIM }), item('nobody'), item('null', { author: null })]
    expect((await save(sent)).status).toBe(200)
    expect(await timelineOf('a')).toEqual(sent)
  })

  it('keeps a stored author and accepts one where none is stored', async () => {
    await save([
      { ...signed, author: undefined },
      { ...unsigned, author: KIM },
      { ...withNull, author: KIM },
    ])
    expect(await timelineOf('a')).toEqual([
      signed,
      { ...unsigned, author: KIM },
      { ...withNull, author: KIM },
    ])
    await save([{ ...signed, author: 'x@acme.example' }])
    expect(await timelineOf('a')).toEqual([signed])
  })
})

describe('the log of edits', () => {
  it('names the author of a change by subject, not by e-mail', async () => {
    await h.post(REVIEW, { entries: [entry('a')] }, { as: REVIEWER })
    await h.post('/admin/api/tech-radar/update', { entries: [entry('b')] })
    const changes = h.lines
      .map((line) => JSON.parse(line) as object)
      .filter((line) => 'actor' in line)
    expect(changes).toMatchObject([
      { document: 'main/onsRadarSkeleton.json', actor: REVIEWER.subject, action: 'review radar' },
      { document: 'main/onsRadarSkeleton.json', actor: ADMIN.subject, action: 'update radar' },
    ])
    expect(h.lines.join('')).not.toContain('@acme')
  })
})
