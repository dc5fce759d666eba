import type { ServicePlan } from './plan.ts'
import type { LocalData } from './seed.ts'

interface WelcomeFacts {
  services: readonly ServicePlan[]
  development: boolean
  /** Whether the gateway also serves the paths of existing clients. */
  aliases?: boolean
  data: Pick<LocalData, 'directory' | 'seeded'> | undefined
}

/** The pages of each service. */
const PAGES = [
  ['data', ['/radar', '/technologies', '/projects', '/drift']],
  ['assistant', ['/usage']],
  ['admin-review', ['/changes']],
] as const

/** Returns the message to the operator when all services are ready. */
export function welcome({ services, development, aliases, data }: WelcomeFacts): string {
  const address = new Map(services.map(({ name, url }) => [name, forPeople(url)]))
  const gateway = address.get('gateway')
  const lines = ['', 'The technology landscape is running.', '']
  if (gateway !== undefined) {
    const pages = PAGES.flatMap(([name, paths]) => (address.has(name) ? paths : []))
    lines.push(
      `Open ${gateway}/ in a browser: the numbers of the landscape and its radar.`,
      ...(pages.length > 0 ? [`Pages: ${pages.join(' ')}`] : []),
      '',
      'Try:',
      `  curl ${gateway}/api/technologies/kafka`,
      `  curl ${gateway}/api/tech-radar/json`,
      `  curl ${gateway}/api/health`,
      `Every route: ${gateway}/docs`,
      '',
    )
  }
  for (const [name, url] of address) lines.push(`  ${name.padEnd(13)} ${url}`)
  lines.push('')
  if (aliases) {
    lines.push(
      'COMPATIBILITY_ALIASES: /copilot/api is an alias of /assistant/api,',
      '  and /copilot/api/github/oauth of /assistant/api/scm/oauth.',
    )
  }
  if (data) {
    const sample = data.seeded > 0 ? `, filled with ${data.seeded} sample documents` : ''
    lines.push(`Data: ${data.directory}${sample}. Stop and delete it to reset the data.`)
  }
  if (development) {
    lines.push(
      'Development mode: NO SIGN-IN, every caller is the developer user. Not for production.',
    )
  }
  lines.push('Ctrl-C stops everything.', '')
  return lines.join('\n')
}

function forPeople(url: string): string {
  return url.replace('//127.0.0.1:', '//localhost:')
}
