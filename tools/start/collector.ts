import { readCollectorConfig } from '@landscape/assistant/config'
import type { ProcessPlan, ServicePlan } from './plan.ts'

/**
 * The collector of usage, which runs with the assistant when COLLECT_EVERY_MINUTES is set.
 *
 * @returns `notice`: why it does not run in spite of the setting
 * @throws ConfigError
 */
export function planCollector(
  env: ProcessPlan['env'],
  services: readonly ServicePlan[],
): { collector?: ProcessPlan; notice?: string } {
  const { everyMs, app, missing } = readCollectorConfig(env)
  if (everyMs === undefined || !services.some(({ name }) => name === 'assistant')) return {}
  if (!app) return { notice: `collector: not started, because ${missing.join(', ')} is not set` }
  const script = 'services/assistant/src/collect.ts'
  return { collector: { name: 'collector', script, args: ['--every'], env } }
}

/** The process that keeps the counts of months and ends; it belongs to the data service. */
export function planMonths(
  env: ProcessPlan['env'],
  services: readonly ServicePlan[],
): ProcessPlan[] {
  if (!services.some(({ name }) => name === 'data')) return []
  return [{ name: 'months', script: 'services/data/src/keep.ts', env }]
}
