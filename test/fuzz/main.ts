/**
 * `npm run fuzz [count] [seed]`: sends requests made from the description of the API to a started system, and
 * fails when one is answered with a server error or otherwise than described.
 */
import { createClient } from '../support/client.ts'
import { startLandscape } from '../support/landscape.ts'
import { fuzz } from './fuzz.ts'
import { readDescription } from '../support/described.ts'

const [count = 10_000, seed = Math.floor(Math.random() * 2 ** 31)] = process.argv
  .slice(2)
  .map(Number)
const landscape = await startLandscape({ env: { RATE_LIMIT_PER_MINUTE: '1000000' } })
const client = createClient(landscape.url)
try {
  process.stdout.write(`${count} requests, seed ${seed}\n`)
  const { findings, statuses } = await fuzz(client, { description: readDescription(), count, seed })
  for (const [status, times] of Object.entries(statuses)) {
    process.stdout.write(`  ${status}: ${times}\n`)
  }
  for (const { request, fault } of findings) {
    process.stdout.write(`  FOUND ${fault}\n    ${JSON.stringify(request).slice(0, 2_000)}\n`)
  }
  process.stdout.write(
    findings.length === 0 ? 'Every answer was as described.\n' : `${findings.length} were not.\n`,
  )
  process.exitCode = findings.length === 0 ? 0 : 1
} finally {
  client.close()
  await landscape.stop()
}
