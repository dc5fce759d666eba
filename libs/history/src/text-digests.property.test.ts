import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { digest } from './record.ts'
import { createTextDigests } from './text-digests.ts'

describe('the digests of texts that follow each other', () => {
  it('are those that each text has by itself', () => {
    const splice = fc.record({ at: fc.nat(60), cut: fc.nat(20), put: fc.string({ maxLength: 20 }) })
    fc.assert(
      fc.property(
        fc.string({ minLength: 20, maxLength: 60 }),
        fc.array(fc.tuple(splice, fc.boolean()), { maxLength: 12 }),
        (first, splices) => {
          const digestOf = createTextDigests(8)
          let text = Buffer.from(first)
          expect(digestOf(text)).toBe(digest(text))
          for (const [{ at, cut, put }, isStored] of splices) {
            const parts = [text.subarray(0, at), Buffer.from(put), text.subarray(at + cut)]
            const next = Buffer.concat(parts)
            expect(digestOf(next, text)).toBe(digest(next))
            // Another attempt may begin with the same text.
            if (isStored) text = next
          }
        },
      ),
    )
  })
})
