import { settingOf } from './aliases.ts'

/** Settings that name a regional resource of the cloud. */
const REGIONAL = ['LOG_GROUP_NAME', 'SECRET_NAME']

/** Reports regional resources that are set while no region is. */
export function regionProblems(
  settings: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { name: string; problem: string }[] {
  // The SDK reads AWS_REGION itself.
  const region = settingOf(env, 'CLOUD_REGION') ?? (env['AWS_REGION']?.trim() || undefined)
  if (region !== undefined) return []
  const named = REGIONAL.filter(
    (name) => settings.includes(name) && settingOf(env, name) !== undefined,
  )
  const problem = `is not set, and neither is AWS_REGION: required by ${named.join(', ')}`
  return named.length > 0 ? [{ name: 'CLOUD_REGION', problem }] : []
}
