import type { z } from 'zod'
import { aliasProblems, settingOf } from './aliases.ts'
import { ownMember } from '@landscape/contracts/json'

/** Settings that name a regional resource of the cloud. */
const REGIONAL = ['LOG_GROUP_NAME', 'SECRET_NAME']

/** A fault in one environment variable; never its value. */
export interface ConfigProblem {
  name: string
  problem: string
  /** The purpose of the setting. */
  use?: string
}

/** The line of an error message for one fault. */
export function faultLine({ name, problem, use }: ConfigProblem): string {
  return `${name}: ${problem}${use === undefined ? '' : ` (${use})`}`
}

/** All faults of the configuration; `message` lists one per line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly ConfigProblem[]

  constructor(problems: readonly ConfigProblem[]) {
    super(['Invalid configuration:', ...problems.map((p) => `  ${faultLine(p)}`)].join('\n'))
    this.problems = problems
  }
}

/**
 * Reads settings from environment variables or their aliases. A blank variable is unset.
 *
 * @param schema one field per variable; `description` is the purpose of the setting
 * @throws ConfigError naming every faulty variable and its purpose, never a value; also when a setting
 *   and its alias differ, or a required region is not set
 */
export function parseConfig<S extends z.ZodObject>(
  schema: S,
  env: Readonly<Record<string, string | undefined>>,
): z.output<S> {
  const names = Object.keys(schema.shape)
  const given = Object.fromEntries(
    names
      .map((name) => [name, settingOf(env, name)] as const)
      .filter(([, value]) => value !== undefined),
  )
  const crossFieldProblems = [
    ...aliasProblems(names, env),
    ...regionProblems(names, env),
    ...portProblems(schema, given),
  ]
  const parsed = schema.safeParse(given)
  if (parsed.success && crossFieldProblems.length === 0) return parsed.data
  const faults = (parsed.error?.issues ?? []).map((issue) => {
    const name = String(issue.path[0] ?? '(settings)')
    return { name, problem: describe(Object.hasOwn(given, name), issue) }
  })
  throw new ConfigError(
    [...crossFieldProblems, ...faults].map(({ name, problem }) => {
      const use = (ownMember(schema.shape, name) as z.ZodType | undefined)?.meta()?.description
      return { name, problem, ...(use !== undefined && { use }) }
    }),
  )
}

/** Reports regional resources that are set while no region is. */
function regionProblems(
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

/** Reports a port that is set twice; 0 lets the system choose. */
function portProblems(
  { shape }: z.ZodObject,
  given: Readonly<Record<string, string | undefined>>,
): Pick<ConfigProblem, 'name' | 'problem'>[] {
  const portOf = (name: string) =>
    (ownMember(shape, name) as z.ZodType | undefined)?.safeParse(ownMember(given, name)).data
  const port = portOf('METRICS_PORT')
  if (!port || port !== portOf('PORT')) return []
  return [{ name: 'METRICS_PORT', problem: 'is the same port as PORT' }]
}

function describe(isSet: boolean, issue: z.core.$ZodIssue): string {
  // Zod's own messages may quote the value; messages of our schemas do not.
  if (issue.code === 'custom') return issue.message
  return isSet ? faultOf(issue) : 'is not set'
}

const FORMATS: Readonly<Record<string, string>> = {
  url: 'must be an address such as https://host.example',
  email: 'must be an e-mail address',
}

function faultOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string'
        ? `is too short: at least ${issue.minimum} characters`
        : issue.inclusive === false
          ? `must be greater than ${issue.minimum}`
          : `is too small: at least ${issue.minimum}`
    case 'too_big':
      return issue.origin === 'string'
        ? `is too long: at most ${issue.maximum} characters`
        : `is too large: at most ${issue.maximum}`
    case 'invalid_value':
      return `must be one of: ${issue.values.map(String).join(', ')}`
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be an integer' : `must be a ${issue.expected}`
    case 'invalid_format':
      return ownMember(FORMATS, issue.format) ?? 'is not valid'
    default:
      return 'is not valid'
  }
}
