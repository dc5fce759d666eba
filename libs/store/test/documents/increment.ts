/** One process of the concurrency test: increments a counter, one acknowledged change at a time. */
import { z } from 'zod'
import { createEmbeddedStore } from '../../src/objects/embedded.ts'
import { createDocument } from '../../src/documents/document.ts'
import { to } from './to.ts'

const [directory = '', times = '0'] = process.argv.slice(2)
const store = createEmbeddedStore(directory)
const counter = createDocument(
  store,
  { bucket: 'main', key: 'counter.json' },
  z.object({ n: z.int() }),
)
for (let i = 0; i < Number(times); i++) {
  await counter.change(
    to((current) => ({ n: (current?.n ?? 0) + 1 })),
    {
      by: {
        actor: String(process.pid),
        action: 'increment',
      },
    },
  )
}
store.close()
