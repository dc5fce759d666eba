import { settingOf } from './aliases.ts'

/** Settings that name something in the cloud, where it is found by its region. */
const IN_A_REGION = ['LOG_GROUP_NAME', 'SECRET_NAME']

/** Which of these settings name something in the cloud while no region is set. */
export function regionProblems(
  settings: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { name: string; problem: string }[] {
  // The SDK reads AWS_REGION itself.
  const region = settingOf(env, 'CLOUD_REGION') ?? (env['AWS_REGION']?.trim() || undefined)
  if (region !== undefined) return []
  const named = IN_A_REGION.filter(
    (name) => settings.includes(name) && settingOf(env, name) !== undefined,
  )
  const problem = `is not set, and neither is AWS_REGION: required by ${named.join(', ')}`
  return named.length > 0 ? [{ name: 'CLOUD_REGION', problem }] : []
}
