/** One process of the pieces' test: edits one object for as long as it lives, and says which edits are stored. */
import { createEmbeddedStore } from '../src/index.ts'
import { versionOf } from './versions.ts'

const store = createEmbeddedStore(process.argv[2] ?? '')
const ref = { bucket: 'main', key: 'edited.json' } as const
const found = await store.get(ref)
if (found.kind !== 'found') throw new Error('There is nothing to edit')
let { etag, body } = found
for (let number = Number(found.meta['number']) + 1; ; number++) {
  const next = versionOf(number)
  ;({ etag } = await store.put(
    ref,
    next,
    { ifMatch: etag },
    { number: `${number}` },
    { before: body },
  ))
  body = next
  process.send?.(number)
}
