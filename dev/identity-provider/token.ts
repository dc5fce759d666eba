/**
 * `npm run -s dev:token -- --email kim@acme.example [--groups admin,reviewer] [--registry]`: headers for
 * curl with tokens of the local identity provider, one a line. `--registry` leaves out those of the
 * load balancer.
 */
import { parseArgs } from 'node:util'

const USAGE =
  'Usage: npm run -s dev:token -- --email kim@acme.example [--groups admin,reviewer] [--registry]'

function fail(text: string): never {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}

function options() {
  try {
    return parseArgs({
      options: {
        email: { type: 'string' },
        groups: { type: 'string', default: '' },
        registry: { type: 'boolean', default: false },
      },
    }).values
  } catch {
    return fail(USAGE)
  }
}

const { email, groups, registry } = options()
if (email === undefined) fail(USAGE)
const address = `http://127.0.0.1:${process.env['DEV_IDP_PORT'] ?? 5010}`
const answer = await fetch(`${address}/tokens`, {
  method: 'POST',
  body: JSON.stringify({ email, groups: groups.split(',').filter((group) => group !== '') }),
}).catch(() => fail(`No local identity provider on ${address}: start it with "npm run dev:idp".`))
if (!answer.ok) fail(`The local identity provider refused (${answer.status}). ${USAGE}`)
for (const [name, value] of Object.entries((await answer.json()) as Record<string, string>)) {
  if (!registry || name === 'authorization') console.log(`${name}: ${value}`)
}
