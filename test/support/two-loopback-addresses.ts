/** Preloaded into processes: a name that ends in `.replicas` has two addresses of this machine. */
import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'

const ofTheSystem = dns.lookup
const two = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))

dns.lookup = (async (name: string, options: object) =>
  name.endsWith('.replicas') ? two : ofTheSystem(name, options)) as typeof dns.lookup
syncBuiltinESMExports()
