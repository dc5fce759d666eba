import { fileURLToPath } from 'node:url'
import { createClient } from '../../../test/support/client.ts'
import type { Landscape } from '../../../test/support/landscape.ts'
import { pause } from '../../../test/support/process.ts'
import { startProduction } from '../../../test/support/production.ts'
import type { Attack, AttackSuite, Outcome } from './attack.ts'

const SHIFTED = `--import=${fileURLToPath(new URL('../../../test/support/shifted-clock.ts', import.meta.url))}`
const HOUR_MS = 3_600_000
/** Longer than any wait by a correct clock. */
const TIMEOUT_MS = 20_000

/** Settings of a process with a shifted clock; a negative value sets it back. */
export const clockAhead = (seconds: number) => ({
  NODE_OPTIONS: SHIFTED,
  CLOCK_AHEAD_SECONDS: String(seconds),
})

/** Settings of a process that sets its clock back by an hour on SIGUSR2. */
export const clockToBeSetBack = {
  NODE_OPTIONS: SHIFTED,
  CLOCK_SET_SECONDS: String(-HOUR_MS / 1_000),
  READ_MAX_AGE_MS: '100',
}

/** An edit and a read by a signed-in user of a registry with a shifted clock. */
function ahead(seconds: number): Attack {
  return {
    title: `a service's clock is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}`,
    quick: true,
    async run(target) {
      await target.start('projects', clockAhead(seconds))
      const { client } = target
      const headers = target.issuer.headersFor({ email: 'kim@acme.example', groups: [] })
      const project = { user: [{ email: '' }], details: [{ name: `At ${seconds} s` }] }
      const { status: written } = await client.post('/api/v1/projects', project, headers)
      const { status: read } = await client.get('/api/v1/projects', headers)
      const report = async () =>
        ((await client.get('/readyz')).json() as { checks: Record<string, string> }).checks
      const deadline = AbortSignal.timeout(TIMEOUT_MS)
      // The gateway caches the report on the stopped service for a second.
      while ((await report())['projects'] !== 'ok' && !deadline.aborted) await pause()
      const { projects: state } = await report()
      await target.kill('projects')
      return {
        held: written === 201 && read === 200 && state === 'ok',
        seen: `an edit returned ${written}, a read ${read}; reported as ${state}`,
      }
    },
  }
}

/**
 * Sets the clock of the data service back by an hour, then edits banners and waits until it serves each edit;
 * the age of a cached copy must not decrease.
 *
 * @param landscape runs the data service with `clockToBeSetBack`
 * @param headers of an administrator
 */
export async function editAfterSetBack(
  landscape: Landscape,
  headers: Record<string, string> = {},
): Promise<Outcome> {
  const client = createClient(landscape.url)
  const write = (message: string) =>
    client.post('/admin/api/banners/update', { message, pages: ['radar'] }, headers)
  const clock = async () => {
    const { timestamp } = (await client.get('/api/health')).json() as { timestamp: string }
    return Date.parse(timestamp)
  }
  const seen: string[] = []
  for (const message of ['before', 'just after', 'later']) {
    const { status } = await write(message)
    const deadline = AbortSignal.timeout(TIMEOUT_MS)
    let answer = await client.get('/api/banners/all')
    while (!answer.text.includes(`"${message}"`) && !deadline.aborted) {
      await pause()
      answer = await client.get('/api/banners/all')
    }
    const isRead = answer.status === 200 && answer.text.includes(`"${message}"`)
    const isFresh = answer.headers['warning'] === undefined
    seen.push(`${status} ${isRead ? (isFresh ? 'read' : 'stale') : 'not read'}`)
    if (message !== 'before') continue
    landscape.signal('data', 'SIGUSR2')
    while ((await clock()) > Date.now() - HOUR_MS / 2) await pause()
  }
  client.close()
  return {
    held: seen.every((one) => one === '200 read'),
    seen: `edits before, just after and later: ${seen.join(', ')}`,
  }
}

/** Clocks that differ or change. */
export const clocks: AttackSuite = {
  name: 'clocks',
  start: () => startProduction({ services: ['gateway', 'admin-review'], documents: false }),
  attacks: [
    ahead(45),
    ahead(-45),
    {
      title: "a service's clock is set back by an hour while it runs",
      // test/clocks.system.test.ts runs it on each store.
      quick: false,
      async run(target) {
        await target.start('data', clockToBeSetBack)
        const admin = { email: 'kim@acme.example', groups: ['admin'] }
        const outcome = await editAfterSetBack(target, target.issuer.headersFor(admin))
        await target.kill('data')
        return outcome
      },
    },
  ],
}
