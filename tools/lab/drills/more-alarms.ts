import { faultsOf } from './injected-faults.ts'
import { untilFiring, untilResolved } from './prometheus.ts'
import { repeat } from './repeat.ts'
import { startStage } from './stage.ts'
import type { Print } from '../stage.ts'

/**
 * Checks the alerts for unavailable dependencies, late jobs and damaged documents, and that they
 * resolve. Runs real processes on the embedded store, scraped by a real Prometheus.
 *
 * @returns whether the expected alerts fired and resolved
 */
export async function moreAlarms(print: Print): Promise<boolean> {
  const stage = await startStage(print)
  const { client, headers, landscape, prometheus } = stage
  const newcomer = () => ({ cookie: `githubUserToken=${landscape.tokenOf('ordinary')}` })
  const callers = repeat(200, [
    () => client.get('/api/v1/projects/filter', headers),
    () => client.get('/api/banners'),
    () => client.get('/assistant/api/teams', { ...headers, ...newcomer() }),
  ])
  try {
    const steps: boolean[] = []
    for (const { title, alerts, inject, repair } of faultsOf(stage)) {
      print(title)
      await inject()
      steps.push(await untilFiring(prometheus, alerts, print))
      await repair()
      steps.push(await untilResolved(prometheus, alerts, print))
    }
    return steps.every(Boolean)
  } finally {
    await callers.stop()
    await stage.stop()
  }
}
