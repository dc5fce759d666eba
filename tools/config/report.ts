import { settingOf } from '@landscape/runtime/config/aliases'
import { faultLine, type ConfigProblem } from '@landscape/runtime/config/parse-config'
import type { z } from 'zod'
import { faultsOf, type Reader } from './readers.ts'

type Env = Readonly<Record<string, string | undefined>>

/** The source, readers and errors of one setting, without its value. */
interface Line {
  name: string
  source: 'environment' | '.env' | 'npm start' | 'default' | 'not set'
  use: string
  readers: string[]
  problems: ConfigProblem[]
}

interface Sources {
  /** The environment of this process. */
  environment: Env
  /** The environment with the settings of `.env`. */
  withFile: Env
  /** The environment that `npm start` passes to the services. */
  effective: Env
}

/** All settings in alphabetical order. */
export function settingsReport(readers: readonly Reader[], sources: Sources): Line[] {
  const lines = new Map<string, Line>()
  for (const { name: reader, schema } of readers) {
    for (const [name, field] of Object.entries(schema.shape)) {
      const line = lines.get(name) ?? {
        name,
        source: sourceOf(name, field as z.ZodType, sources),
        use: (field as z.ZodType).meta()?.description ?? '',
        readers: [],
        problems: [],
      }
      line.readers.push(reader)
      lines.set(name, line)
    }
  }
  for (const fault of faultsOf(readers, sources.effective)) {
    const line = lines.get(fault.name) ?? added(lines, fault.name, sources)
    line.problems.push(fault)
  }
  return [...lines.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Formats the report, with the errors at the end. */
export function formatReport(lines: readonly Line[]): string {
  const width = Math.max(...lines.map(({ name }) => name.length))
  const settings = lines.map(
    ({ name, source, use, problems }) =>
      `${problems.length > 0 ? '!' : ' '} ${name.padEnd(width)}  ${source.padEnd(11)}  ${use}`,
  )
  const faults = lines.flatMap(({ problems }) => problems.map((fault) => `  ${faultLine(fault)}`))
  const end = faults.length === 0 ? ['No fault found.'] : ['Faults:', ...faults]
  return [...settings, '', ...end].join('\n')
}

function sourceOf(
  name: string,
  field: z.ZodType | undefined,
  { environment, withFile, effective }: Sources,
): Line['source'] {
  const isSet = (env: Env) => settingOf(env, name) !== undefined
  if (isSet(environment)) return 'environment'
  if (isSet(withFile)) return '.env'
  if (isSet(effective)) return 'npm start'
  return field?.safeParse(undefined).data === undefined ? 'not set' : 'default'
}

function added(lines: Map<string, Line>, name: string, sources: Sources): Line {
  const source = sourceOf(name, undefined, sources)
  const line: Line = { name, source, use: '', readers: [], problems: [] }
  lines.set(name, line)
  return line
}
