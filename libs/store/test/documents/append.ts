/** One process of the fault tests: adds items to a list in S3, `atOnce` of them concurrently. */
import { openS3 } from '../objects/open-s3.ts'
import { z } from 'zod'
import { createDocument } from '../../src/documents/document.ts'
import { to } from './to.ts'

const [settings = '{}', name = '', each = '0', atOnce = '1'] = process.argv.slice(2)
const { server, endpoint, key, timeouts } = JSON.parse(settings)
const store = openS3(server, { endpoint, timeouts })
const list = createDocument(
  store,
  { bucket: 'main', key },
  z.object({ items: z.array(z.string()) }),
  { giveUpAfterMs: 20_000 },
)
for (let from = 0; from < Number(each); from += Number(atOnce)) {
  const items = Array.from({ length: Number(atOnce) }, (_, i) => `${name}-${from + i}`)
  await Promise.all(
    items.map((item) =>
      list.change(
        to((current) => ({ items: [...(current?.items ?? []), item] })),
        {
          by: {
            actor: name,
            action: 'append',
          },
        },
      ),
    ),
  )
}
store.close()
