import { asRecord, recordsOf, type JsonRecord } from '../json/record.ts'
import { joined, mainAndOthers, text, texts } from './text.ts'

const ENVIRONMENT_LABELS: ReadonlyMap<string, string> = new Map([
  ['preprod', 'PRE-PROD (STAGING)'],
  ['postprod', 'POST-PROD'],
])

/** Who develops the project: `In House`, or `Partnership with <company>`. */
export function developed(value: unknown): string {
  const [first, ...rest] = (Array.isArray(value) ? value : [value]).map((part) => joinedParts(part))
  const companies = rest[0] ? rest.filter((company) => company !== '') : []
  return companies.length > 0 ? `${first} with ${companies.join(', ')}` : (first ?? '')
}

function joinedParts(part: unknown): string {
  return texts(part).join(',')
}

/** Labels of the environments that are switched on, in stored order. */
export function environments(value: unknown): string {
  const present = Object.entries(asRecord(value)).filter(([, used]) => Boolean(used))
  return joined(present.map(([key]) => ENVIRONMENT_LABELS.get(key) ?? key.toUpperCase()))
}

/** The first element of `source_control`. */
export function sourceControlOf(project: JsonRecord): JsonRecord {
  return Array.isArray(project['source_control']) ? asRecord(project['source_control'][0]) : {}
}

/** Addresses of all links. */
export function repositoryUrls(links: unknown): string {
  return joined(recordsOf(links).map((link) => text(link['url'])))
}

/** A supporting tool under the first of its names that has a value. */
export function tools(supporting: JsonRecord, ...names: readonly string[]): string {
  for (const name of names) {
    const value = mainAndOthers(supporting[name])
    if (value !== '') return value
  }
  return ''
}

/** Each item as `<name>: <description>`. */
export function miscellaneous(items: unknown): string {
  return joined(
    recordsOf(items).map((item) =>
      [text(item['name']), text(item['description'])].filter((part) => part !== '').join(': '),
    ),
  )
}
