type Env = Readonly<Record<string, string | undefined>>

/** Under which names the programs before had our settings. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  LB_ARN: ['ALB_ARN'],
  CLOUD_REGION: ['AWS_REGION'],
  SECRET_NAME: ['AWS_SECRET_NAME'],
  LOG_GROUP_NAME: ['CLOUDWATCH_GROUP_NAME'],
  IDP_USER_POOL_ID: ['COGNITO_USER_POOL_ID', 'COGNITO_POOL_ID'],
  IDP_USER_POOL_CLIENT_ID: ['COGNITO_USER_POOL_CLIENT_ID', 'COGNITO_CLIENT_ID'],
  IDP_USER_POOL_DOMAIN: ['COGNITO_USER_POOL_DOMAIN'],
  SCM_ORG: ['GITHUB_ORG'],
  SCM_APP_ID: ['GITHUB_APP_ID'],
  SCM_APP_CLIENT_ID: ['GITHUB_APP_CLIENT_ID'],
  SCM_APP_CLIENT_SECRET: ['GITHUB_APP_CLIENT_SECRET'],
  MAIN_BUCKET_NAME: ['BUCKET_NAME'],
  AUDIT_TOOL_BUCKET_NAME: ['TAT_BUCKET_NAME', 'TECH_AUDIT_DATA_BUCKET', 'API_BUCKET_NAME'],
  ASSISTANT_BUCKET_NAME: ['COPILOT_BUCKET_NAME'],
}

/**
 * The cloud's SDK reads this one itself, and the platform sets it to where a process runs: it must
 * agree with ours, and says nothing of where the user pool is.
 */
const READ_BY_SDK = 'AWS_REGION'

/** A variable that stands for a setting of another name. */
interface Alias {
  name: string
  setting: string
}

/** These settings and every name under which one of them may be set. */
export function namesOf(settings: readonly string[]): string[] {
  return settings.flatMap((setting) => [setting, ...(ALIASES[setting] ?? [])])
}

/** What is set for a setting, under its name or an alias; an empty or blank variable is unset. */
export function settingOf(env: Env, setting: string): string | undefined {
  const name = namesOf([setting]).find((each) => each !== READ_BY_SDK && isSet(env, each))
  return name === undefined ? undefined : env[name]?.trim()
}

/** The aliases of these settings that count, since the settings themselves are unset. */
export function usedAliases(settings: readonly string[], env: Env): Alias[] {
  return settings.flatMap((setting) =>
    (isSet(env, setting) ? [] : (ALIASES[setting] ?? []))
      .filter((name) => isSet(env, name))
      .map((name) => ({ name, setting })),
  )
}

/** Such aliases as one line. */
export function aliasLine(used: readonly Alias[]): string {
  const names = used.map(({ name, setting }) => `${name} as ${setting}`)
  return `Settings under the names of the programs before: ${names.join(', ')}.`
}

/** Settings that are set to different things under several names; never a value. */
export function aliasProblems(
  settings: readonly string[],
  env: Env,
): { name: string; problem: string }[] {
  return settings.flatMap((setting) => {
    const names = namesOf([setting]).filter((name) => isSet(env, name))
    const values = new Set(names.map((name) => env[name]?.trim()))
    const problem = `is not the same in ${names.join(' and in ')}: set one of them, or all alike`
    return values.size > 1 ? [{ name: setting, problem }] : []
  })
}

function isSet(env: Env, name: string): boolean {
  return (env[name]?.trim() ?? '') !== ''
}
