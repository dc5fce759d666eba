/** One process of the history tests: adds items to a list, and kills itself after a given store call. */
import { createEmbeddedStore } from '../../src/objects/embedded.ts'
import { type ObjectStore } from '../../src/objects/port.ts'
import { openS3 } from '../objects/open-s3.ts'
import { add, openList, tomorrow } from './list-history.ts'

const [settings = '{}', key = '', call = '0'] = process.argv.slice(2)
const { directory, server } = JSON.parse(settings)
const real: ObjectStore = directory ? createEmbeddedStore(directory) : openS3(server)

let calls = 0
async function lethal<R>(storeCall: () => Promise<R>): Promise<R> {
  const result = await storeCall()
  if (calls++ === Number(call)) process.kill(process.pid, 'SIGKILL')
  return result
}
const store: ObjectStore = {
  ...real,
  get: (...args) => lethal(() => real.get(...args)),
  put: (...args) => lethal(() => real.put(...args)),
  list: (...args) => lethal(() => real.list(...args)),
}

const list = openList(store, { bucket: 'main', key }, { clock: tomorrow })
for (const items of [['a', 'b'], ['c']]) {
  await Promise.all(
    items.map(async (item) => {
      await add(list, item)
      process.stdout.write(`${item}\n`)
    }),
  )
}
store.close()
