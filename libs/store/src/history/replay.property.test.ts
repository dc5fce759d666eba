import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { diff } from './diff.ts'
import { replay, rewind } from './replay.ts'
import { revert } from './revert.ts'

/** Values with few names, so that parts are often shared, repeated, moved and renamed. */
const word = fc.constantFrom('a', 'b', 'c', '~', '/', '~2', '', '__proto__', '10')
const leaf = fc.oneof(word, fc.integer({ max: 3, min: 0 }), fc.boolean(), fc.constant(null))
const { part } = fc.letrec<{ part: unknown }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(leaf, { maxLength: 5 }),
    fc.array(tie('part'), { maxLength: 4 }),
    fc.dictionary(word, tie('part'), { maxKeys: 4 }),
  ),
}))
const entry = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ id: word, title: leaf, timeline: fc.array(part, { maxLength: 3 }) }),
  },
  { weight: 1, arbitrary: leaf },
)
const project = fc.record({ details: fc.tuple(fc.record({ name: word })), stage: leaf, more: part })
const document = fc.oneof(
  fc.record({
    title: leaf,
    entries: fc.array(entry, { maxLength: 6 }),
    projects: fc.array(project, { maxLength: 6 }),
  }),
  fc.dictionary(word, fc.array(leaf, { maxLength: 6 })),
  part,
)
/** Parsed JSON, like stored documents, so that every object has a prototype. */
const json = document.map((value): unknown => JSON.parse(JSON.stringify(value)))

describe('diff', () => {
  it('returns steps that replay and rewind to identical JSON', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        const steps = JSON.parse(JSON.stringify(diff(before, after))) as ReturnType<typeof diff>
        expect(JSON.stringify(replay(before, steps))).toBe(JSON.stringify(after))
        expect(JSON.stringify(rewind(after, steps))).toBe(JSON.stringify(before))
      }),
      { numRuns: 3_000 },
    )
  })

  it('returns steps that revert to identical JSON, or to conflicts', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        const steps = diff(before, after)
        const reverted = revert(after, steps)
        if (steps.some(({ path, order }) => path === '' && !order)) {
          expect(reverted).toEqual({ conflicts: [''] })
        } else if ('value' in reverted) {
          expect(JSON.stringify(reverted.value)).toBe(JSON.stringify(before))
        }
      }),
      { numRuns: 3_000 },
    )
  })

  it('returns no steps for equal documents', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(diff(value, structuredClone(value))).toEqual([])
      }),
    )
  })

  it('returns steps that create and remove a document', () => {
    expect(diff(undefined, { a: 1 })).toEqual([{ op: 'add', path: '', at: [], after: { a: 1 } }])
    expect(rewind({ a: 1 }, diff(undefined, { a: 1 }))).toBeUndefined()
    expect(replay({ a: 1 }, diff({ a: 1 }, undefined))).toBeUndefined()
  })
})
