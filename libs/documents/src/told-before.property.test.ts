import { describe, expect, it } from '@jest/globals'
import { createEmbeddedStore, StoreUnavailable, type ObjectStore } from '@landscape/object-store'
import * as fc from 'fast-check'
import { z } from 'zod'
import { createDocument } from './index.ts'
import { to } from '../test/to.ts'

const ref = { bucket: 'main', key: 'list.json' } as const
const by = { actor: 'subject-1', action: 'test' }
const List = z.looseObject({ items: z.array(z.looseObject({ n: z.number() })) })
type List = z.infer<typeof List>

/** How other programs may write the document. */
const FOREIGN: ((list: List) => string)[] = [
  (list) => JSON.stringify(list),
  (list) => JSON.stringify(list, null, 2) + '\n',
  (list) => JSON.stringify(list, null, '\t'),
  (list) => JSON.stringify(list).replaceAll(',', ', '),
  (list) => `\uFEFF${JSON.stringify(list)}`,
  (list) => JSON.stringify(list) + '\n',
]

const change = fc.record({
  kind: fc.constantFrom('add', 'replace', 'remove', 'nothing'),
  at: fc.nat(50),
  process: fc.nat(1),
  fault: fc.option(fc.constantFrom('refused', 'reply lost')),
})
const step = fc.oneof(
  { weight: 6, arbitrary: change },
  { weight: 1, arbitrary: fc.record({ foreign: fc.nat(FOREIGN.length - 1) }) },
)

const next = (kind: string, at: number, n: number) =>
  to<List>((list = { items: [] }) => {
    const place = at % (list.items.length + 1)
    if (kind === 'add') return { ...list, items: list.items.toSpliced(place, 0, { n }) }
    if (kind === 'remove') return { ...list, items: list.items.toSpliced(place, 1) }
    if (kind === 'nothing') return list
    return { ...list, items: list.items.map((item, i) => (i === place ? { n } : item)) }
  })

/** A store that keeps every version, and fails as it is told. */
function rememberingStore() {
  const real = createEmbeddedStore(':memory:')
  const versions = new Map<string, Buffer>()
  const told: boolean[] = []
  const faults: (string | null)[] = []
  const store: ObjectStore = {
    ...real,
    async put(target, body, condition, meta, options) {
      const isDocument = target.key === ref.key
      if (isDocument && options?.before && 'ifMatch' in condition) {
        told.push(versions.get(condition.ifMatch)?.equals(options.before) ?? false)
      }
      const fault = isDocument ? faults.pop() : undefined
      if (fault === 'refused') throw new StoreUnavailable('timed out')
      const done = await real.put(target, body, condition, meta, options)
      versions.set(done.etag, Buffer.from(body))
      if (fault === 'reply lost') throw new StoreUnavailable('timed out')
      return done
    },
  }
  return { store, told, faults }
}

describe('what a commit tells the store of the version before', () => {
  it('is what is stored, whoever wrote it and however it went', async () => {
    let told = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 25 }),
        fc.constantFrom({}, { history: 'list' }),
        async (steps, options) => {
          const remembering = rememberingStore()
          const { store, faults } = remembering
          const documents = [0, 1].map(() => createDocument(store, ref, List, options))
          for (const [n, step] of steps.entries()) {
            if ('foreign' in step) {
              const now = await store.get(ref)
              const list = (await documents[0]?.read())?.value ?? { items: [] }
              const body = Buffer.from(FOREIGN[step.foreign]?.(list) ?? '')
              const condition =
                now.kind === 'found' ? { ifMatch: now.etag } : { absent: true as const }
              await store.put(ref, body, condition)
            } else {
              faults.push(step.fault)
              await documents[step.process]?.change(next(step.kind, step.at, n), { by })
              faults.length = 0
            }
          }
          expect(remembering.told).not.toContain(false)
          told += remembering.told.length
        },
      ),
      { numRuns: 60 },
    )
    expect(told).toBeGreaterThan(30)
  }, 60_000)
})
