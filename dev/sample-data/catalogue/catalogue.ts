import { frameworks } from './frameworks.ts'
import { infrastructure } from './infrastructure.ts'
import { languages } from './languages.ts'
import type { Technology } from './technology.ts'
import { tools } from './tools.ts'

/** Every technology on the radar. */
export const CATALOGUE: Technology[] = [...languages, ...frameworks, ...tools, ...infrastructure]

/** What the web client offers beyond the radar: projects may name it, those of the sample do not. */
const BEYOND_RADAR: Record<string, string[]> = {
  languages: [],
  frameworks: ['Alpine.js', 'htmx'],
  cicd: ['Bamboo', 'CircleCI'],
  infrastructure: ['Amazon SQS'],
  database: ['Memcached'],
  hosting: ['Partner data centre'],
  publishing: [],
  code_editors: [],
  user_interface: [],
  diagrams: [],
  documentation: [],
  communication: [],
  collaboration: [],
}

/** The lists offered while filling in a project: category name to technology names. */
export function technologyLists(): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(BEYOND_RADAR).map(([kind, extra]) => {
      const onRadar = CATALOGUE.filter((technology) => technology.kind === kind)
      return [kind, [...onRadar.map(({ title }) => title), ...extra]]
    }),
  )
}
