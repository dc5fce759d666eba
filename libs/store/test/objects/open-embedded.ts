/** One process of the layout test: sends a message, opens the store and closes it. */
import { createEmbeddedStore } from '../../src/objects/embedded.ts'

process.send?.('opening')
createEmbeddedStore(process.argv[2] ?? '').close()
