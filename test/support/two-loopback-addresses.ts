/**
 * Preloaded into processes: resolves names ending in `.replicas` to two loopback addresses, except the
 * pairs of service and address in the file `REPLICAS_OUT`, as an orchestrator omits replicas that are
 * not ready.
 */
import dns from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const SUFFIX = '.replicas'
const systemLookup = dns.lookup
const two = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))

function addressesOf(service: string) {
  const file = process.env['REPLICAS_OUT']
  const out = file === undefined ? [] : readFileSync(file, 'utf8').split('\n')
  return two.filter(({ address }) => !out.includes(`${service} ${address}`))
}

dns.lookup = (async (name: string, options: object) =>
  name.endsWith(SUFFIX)
    ? addressesOf(name.slice(0, -SUFFIX.length))
    : systemLookup(name, options)) as typeof dns.lookup
syncBuiltinESMExports()
