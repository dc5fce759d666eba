import { ownMember } from '@landscape/contracts/json'
type Env = Readonly<Record<string, string | undefined>>

/** Names of the settings in the previous system, by today's name. */
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
 * The cloud's SDK reads this variable itself. It must agree with CLOUD_REGION, but never sets it: the
 * platform sets it to the region of the process, which may differ from that of the user pool.
 */
const READ_BY_SDK = 'AWS_REGION'

/** A variable that sets a setting of another name. */
interface Alias {
  name: string
  setting: string
}

/** The settings and all their aliases. */
export function namesOf(settings: readonly string[]): string[] {
  return settings.flatMap((setting) => [setting, ...(ownMember(ALIASES, setting) ?? [])])
}

/** The value of a setting, from its name or an alias; a blank variable is unset. */
export function settingOf(env: Env, setting: string): string | undefined {
  const name = namesOf([setting]).find((each) => each !== READ_BY_SDK && isSet(env, each))
  return name === undefined ? undefined : ownMember(env, name)?.trim()
}

/** The aliases in use: set, while the setting itself is unset. */
export function usedAliases(settings: readonly string[], env: Env): Alias[] {
  return settings.flatMap((setting) =>
    (isSet(env, setting) ? [] : (ownMember(ALIASES, setting) ?? []))
      .filter((name) => isSet(env, name))
      .map((name) => ({ name, setting })),
  )
}

/** The log line for aliases in use. */
export function aliasLine(used: readonly Alias[]): string {
  const names = used.map(({ name, setting }) => `${name} as ${setting}`)
  return `Settings under names of the previous system: ${names.join(', ')}.`
}

/** Settings whose names hold different values; never a value. */
export function aliasProblems(
  settings: readonly string[],
  env: Env,
): { name: string; problem: string }[] {
  return settings.flatMap((setting) => {
    const names = namesOf([setting]).filter((name) => isSet(env, name))
    const values = new Set(names.map((name) => ownMember(env, name)?.trim()))
    const problem = `differs between ${names.join(' and ')}: set only one of them, or all to the same value`
    return values.size > 1 ? [{ name: setting, problem }] : []
  })
}

function isSet(env: Env, name: string): boolean {
  return (ownMember(env, name)?.trim() ?? '') !== ''
}
