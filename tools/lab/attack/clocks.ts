import { fileURLToPath } from 'node:url'
import { pause } from '../../../test/support/process.ts'
import { startProduction } from '../../../test/support/production.ts'
import type { Attack, AttackSuite } from './attack.ts'

const SHIFTED = `--import=${fileURLToPath(new URL('../../../test/support/shifted-clock.ts', import.meta.url))}`
/** Longer than any wait by a correct clock. */
const TIMEOUT_MS = 20_000

/** Settings of a process with a shifted clock; a negative value is behind. */
export const clockAhead = (seconds: number) => ({
  NODE_OPTIONS: SHIFTED,
  CLOCK_AHEAD_SECONDS: String(seconds),
})

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

/** Clocks that differ. */
export const clocks: AttackSuite = {
  name: 'clocks',
  start: () => startProduction({ services: ['gateway', 'admin-review'], documents: false }),
  attacks: [ahead(45), ahead(-45)],
}
