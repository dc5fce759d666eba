import { createCipheriv } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { piecesIn } from '../test/pieces-in.ts'
import { createEmbeddedStore } from './embedded.ts'

const directory = mkdtempSync(join(tmpdir(), 'landscape-pieces-'))
const store = createEmbeddedStore(directory)
const file = piecesIn(directory)
afterAll(() => {
  file.db.close()
  store.close()
  rmSync(directory, { recursive: true })
})

/** Bytes that are all different, or repeat each other, where it is easy to take one part for another. */
const bytes = (maximum: number) =>
  fc.tuple(fc.nat(maximum), fc.nat(255), fc.boolean()).map(([length, seed, isRandom]) => {
    if (!isRandom) return Buffer.alloc(length, `${seed}, `)
    const cipher = createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16))
    return cipher.update(Buffer.alloc(length))
  })

/** What is cut out of a body at a place, and what is put there. */
interface Splice {
  at: number
  cut: number
  put: Buffer
}
const splice = fc.oneof(
  fc.record<Splice>({ at: fc.nat(), cut: fc.nat(300), put: bytes(300) }),
  fc.record<Splice>({ at: fc.nat(), cut: fc.nat(200_000), put: bytes(200_000) }),
)

function spliced(body: Buffer, { at, cut, put }: Splice): Buffer {
  const from = at % (body.length + 1)
  return Buffer.concat([body.subarray(0, from), put, body.subarray(from + cut)])
}

/** One put: of an edit or something else, by a writer who tells the version before, or does not, or is too late. */
const put = fc.record({
  made: fc.oneof(
    { weight: 4, arbitrary: fc.array(splice, { minLength: 1, maxLength: 5 }) },
    { weight: 1, arbitrary: bytes(400_000) },
  ),
  writer: fc.oneof(
    { weight: 6, arbitrary: fc.constant('knows') },
    { weight: 1, arbitrary: fc.constantFrom('knows nothing', 'is too late') },
  ),
})

describe('a body in pieces', () => {
  let serial = 0

  it('is what was put, whatever was edited, and leaves nothing behind', async () => {
    await fc.assert(
      fc.asyncProperty(bytes(500_000), fc.array(put, { maxLength: 8 }), async (first, puts) => {
        const ref = { bucket: 'main', key: `${serial++}.json` } as const
        let body: Buffer = first
        let { etag } = await store.put(ref, body, { absent: true })
        for (const { made, writer } of puts) {
          const next: Buffer = Buffer.isBuffer(made) ? made : made.reduce(spliced, body)
          const options = writer === 'knows nothing' ? {} : { before: body }
          const ifMatch = writer === 'is too late' ? 'older' : etag
          const before = file.of(ref.key)
          const done = await store.put(ref, next, { ifMatch }, {}, options).catch(() => undefined)
          expect(done === undefined).toBe(writer === 'is too late')
          if (!done) expect(file.of(ref.key)).toEqual(before)
          etag = done?.etag ?? etag
          body = done ? next : body
          const got = await store.get(ref)
          expect(got.kind === 'found' && got.etag === etag && got.body.equals(body)).toBe(true)
          // Half to one and a half times 64 KB: there never come to be many short ones, or long ones.
          for (const [, length] of file.of(ref.key)) {
            expect(length).toBeGreaterThanOrEqual(32_768)
            expect(length).toBeLessThanOrEqual(98_304)
          }
        }
        const { named, stored } = file.all()
        expect(stored).toEqual(named)
        await store.remove(ref)
        expect(await store.get(ref)).toEqual({ kind: 'missing' })
        expect(file.all()).toEqual({ named: [], stored: [] })
      }),
      { numRuns: 25 },
    )
  }, 60_000)
})
