import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { asSupplied, attribute, byReviewer } from './attribute.ts'

type Signed = { author?: unknown }

const REVIEWER = 'rui@acme.example'
const item = (description: string, more: object = {}) => ({
  moved: 0,
  ringId: 'adopt',
  date: '2026-01-01',
  description,
  ...more,
})

const timeline = fc.array(
  fc.record(
    {
      moved: fc.constantFrom(0, 1),
      ringId: fc.constantFrom('adopt', 'hold'),
      date: fc.constant('2026'),
      description: fc.constantFrom('a', 'b'),
      directorate: fc.constantFrom(0, 1),
      author: fc.constantFrom('kim@acme.example', 'oda@acme.example', null),
    },
    { requiredKeys: ['moved', 'ringId', 'date', 'description'] },
  ),
  { maxLength: 12 },
)

describe('attribute', () => {
  it('matches equal positions one by one in stored order', () => {
    const stored = [item('a', { author: '1' }), item('a', { author: '2' })]
    const sent = [item('a'), item('b'), item('a'), item('a')]
    const saved = attribute(sent, stored, byReviewer(REVIEWER)) as Signed[]
    expect(saved.map(({ author }) => author)).toEqual(['1', REVIEWER, '2', REVIEWER])
  })

  it.each([[undefined], [null], ['x'], [{}], [[null, 'x', 7]]])(
    'treats positions as new if %j is stored',
    (stored) => {
      expect(attribute([item('a')], stored, byReviewer(REVIEWER))).toEqual([
        item('a', { author: REVIEWER }),
      ])
    },
  )

  it('keeps malformed timeline items at their index', () => {
    const items = [null, 'x', item('a'), 7]
    expect(attribute(items, items, byReviewer(REVIEWER))).toEqual(items)
  })

  it('allows only the reviewer and stored authors', () => {
    fc.assert(
      fc.property(timeline, timeline, (sent, stored) => {
        const left = stored.map(({ author }) => author)
        for (const { author } of attribute(sent, stored, byReviewer(REVIEWER)) as Signed[]) {
          if (author === REVIEWER) continue
          expect(left).toContain(author)
          left.splice(
            left.findIndex((one) => one === author),
            1,
          )
        }
      }),
    )
  })

  it('keeps a stored timeline that is sent with other authors', () => {
    fc.assert(
      fc.property(timeline, fc.constantFrom(REVIEWER, null, undefined), (stored, author) => {
        const sent = Array.from(stored, (one) => ({ ...one, author }))
        expect(attribute(sent, stored, byReviewer(REVIEWER))).toEqual(stored)
      }),
    )
  })

  it('keeps an unchanged timeline, including the order of its members', () => {
    fc.assert(
      fc.property(timeline, (stored) => {
        const saved = attribute(stored, stored, byReviewer(REVIEWER))
        expect(JSON.stringify(saved)).toBe(JSON.stringify(stored))
      }),
    )
  })
})

describe('asSupplied', () => {
  it('keeps sent authors of new positions and stored authors of others', () => {
    const stored = [item('a', { author: 'kim' }), item('b')]
    const sent = [item('a', { author: 'x' }), item('b', { author: 'y' }), item('c'), item('a')]
    expect(attribute(sent, stored, asSupplied)).toEqual([
      item('a', { author: 'kim' }),
      item('b', { author: 'y' }),
      item('c'),
      item('a'),
    ])
  })
})
