import { frameworks } from './frameworks.ts'
import { infrastructure } from './infrastructure.ts'
import { languages } from './languages.ts'
import type { Technology } from './technology.ts'
import { tools } from './tools.ts'

/** Every technology on the radar. */
export const CATALOGUE: Technology[] = [...languages, ...frameworks, ...tools, ...infrastructure]

/** Technologies that the web client offers but the radar lacks; projects of the sample do not use them. */
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

/** Technology names by category, as offered in the project form. */
export function technologyLists(): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(BEYOND_RADAR).map(([kind, extra]) => {
      const onRadar = CATALOGUE.filter((technology) => technology.kind === kind)
      return [kind, [...onRadar.map(({ title }) => title), ...extra]]
    }),
  )
}
