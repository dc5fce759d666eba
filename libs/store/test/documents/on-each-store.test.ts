import { expect, it } from '@jest/globals'
import { z } from 'zod'
import { createDocument } from '../../src/documents/document.ts'
import { describeOnEachStore } from './each-store.ts'
import { to } from './to.ts'

const Counter = z.looseObject({ n: z.number() })
const by = { actor: 'test', action: 'count' }

describeOnEachStore('documents', ({ store, other, fresh }) => {
  it('have a new version when an earlier value is stored again', async () => {
    const document = createDocument(store, fresh(), Counter)
    const etags = new Set<string>()
    for (const n of [1, 2, 1, 2])
      etags.add(
        (
          await document.change(
            to(() => ({ n })),
            { by },
          )
        ).etag,
      )
    expect(etags.size).toBe(4)
  })

  it('lose no change of two concurrent writers', async () => {
    const ref = fresh()
    const writers = [createDocument(store, ref, Counter), createDocument(other, ref, Counter)]
    await Promise.all(
      writers.flatMap((writer) =>
        Array.from({ length: 100 }, () =>
          writer.change(
            to((current) => ({ n: (current?.n ?? 0) + 1 })),
            { by },
          ),
        ),
      ),
    )
    expect((await writers[0]!.read())?.value).toEqual({ n: 200 })
  })

  it('return an acknowledged change to every later read of another process', async () => {
    const ref = fresh()
    const writer = createDocument(store, ref, Counter)
    const reader = createDocument(other, ref, Counter)
    for (let n = 1; n <= 20; n++) {
      await writer.change(
        to(() => ({ n })),
        { by },
      )
      expect((await reader.read())?.value.n).toBe(n)
    }
  })
})
