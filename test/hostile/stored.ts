import { readFileSync } from 'node:fs'
import { asObject, component, type Json } from './description.ts'
import { createFiller, valuesByMember } from './fill.ts'
import { createTexts } from './texts.ts'

const root = new URL('../../', import.meta.url)
const text = { type: 'string' }
const number = { type: 'number' }
const day = { type: 'string', pattern: String.raw`^\d{4}-\d\d-\d\d$`, examples: ['2026-10-01'] }
const listOf = (items: Json): Json => ({ type: 'array', items })
const mapOf = (values: Json): Json => ({ type: 'object', additionalProperties: values })
const open = (properties: Json): Json => ({ type: 'object', properties, additionalProperties: {} })

const month = {
  type: 'string',
  pattern: String.raw`^\d{4}-\d\d$`,
  examples: Array.from({ length: 60 }, (_, at) => `${2021 + Math.floor(at / 12)}-${two(at)}`),
}
const count = { type: 'integer', minimum: 0 }

/** The schema of each stored document: a component of the description, or a shape of its own. */
export const STORED: Readonly<Record<string, Json>> = {
  'main/repositories.json': open({ repositories: listOf(component('Repository')) }),
  'main/onsRadarSkeleton.json': component('RadarDocument'),
  'main/messages.json': component('StoredBanners'),
  'main/directorates.json': component('DirectoratesDocument'),
  'main/radar_editions.json': listOf(component('Edition')),
  'main/landscape_months.json': listOf(
    open({
      month,
      day,
      totals: mapOf(count),
      technologies: mapOf({ const: [3, null, null] }),
    }),
  ),
  'main/store_check.json': open({ checkedAt: number, findings: mapOf(number) }),
  'main/last_backup.json': open({ begunAt: number }),
  'audit-tool/new_project_data.json': component('StoredProjects'),
  'audit-tool/array_data.json': component('ArrayDataDocument'),
  'audit-tool/technology_names.json': listOf(component('TechnologyName')),
  'assistant/historic_usage_data.json': listOf(component('DayObject')),
  'assistant/teams_history.json': component('TeamsHistory'),
  'assistant/copilot_teams.json': listOf(component('Team')),
  'assistant/admin_teams.json': listOf(text),
  'assistant/seats.json': component('SeatsDocument'),
  'assistant/archive/pre-mar26/historic_usage_data_mar26.json': listOf(component('DayObject')),
  'assistant/archive/pre-feb25/historic_usage_data_feb25.json': listOf(open({ day })),
  'assistant/collector_last_run.json': open({
    startedAt: number,
    finishedAt: number,
    ok: { type: 'boolean' },
    by: text,
  }),
  'assistant/collector_days.json': mapOf({ const: 'empty' }),
  'assistant/spend.json': listOf(
    open({
      month,
      items: listOf(open({ product: text, sku: text, model: text, netAmount: number })),
      asked_at: text,
      is_final: { type: 'boolean' },
    }),
  ),
  'assistant/repository_usage/2026-10.json': listOf(open({ day, repo_id: count, repo_name: text })),
}

/** Documents of the gateway and the collector that nobody's text reaches, with the reason. */
export const WITHOUT_TEXT: Readonly<Record<string, string>> = {
  'main/api_keys.json': 'the route of keys validates it, and a body fills it',
  'main/api_key_hashes.json': 'hexadecimal digits',
  'assistant/used_sign_in_states.json': 'digests',
}

/** The stored documents that the catalogue of the product names; its source is searched. */
export function catalogued(): string[] {
  const source = (path: string) => readFileSync(new URL(path, root), 'utf8')
  const documents = source('libs/contracts/src/documents.ts').matchAll(
    /bucket: '([^']+)',\s*key: '([^']+)'/g,
  )
  const monthly = source('libs/contracts/src/monthly-documents.ts').matchAll(
    /bucket: '([^']+)',\s*prefix: '([^']+)'/g,
  )
  return [
    ...[...documents].map(([, bucket, key]) => `${bucket}/${key}`),
    ...[...monthly].map(([, bucket, prefix]) => `${bucket}/${prefix}2026-10.json`),
  ]
}

/** More elements than this have one short element in each array, so that the document is within its bound. */
const MAX_DETAILED = 500
const SHORT = 40

/** A sample document with hostile elements after its own. */
export function hostileDocument(name: string, elements: number): unknown {
  const sample = sampleOf(name)
  const isLarge = elements > MAX_DETAILED
  const items = (depth: number) => (depth === 0 ? elements : isLarge ? 1 : Math.max(1, 4 - depth))
  const texts = createTexts()
  const text = (max: number) => texts(isLarge ? Math.min(max, SHORT) : max)
  const fill = createFiller({ text, items, known: valuesByMember(sample), isOpen: !isLarge })
  return merged(sample, fill(STORED[name]))
}

export function sampleOf(name: string): unknown {
  try {
    return JSON.parse(readFileSync(new URL(`sample-data/${name}`, root), 'utf8'))
  } catch {
    return undefined
  }
}

function merged(sample: unknown, added: unknown): unknown {
  if (sample === undefined) return added
  if (Array.isArray(sample)) return [...sample, ...(Array.isArray(added) ? added : [])]
  if (typeof sample !== 'object' || sample === null) return sample
  const other = asObject(added)
  const own = Object.entries(sample).map(([key, value]) => [
    key,
    merged(value, Object.hasOwn(other, key) ? other[key] : undefined),
  ])
  return Object.fromEntries([...Object.entries(other), ...own])
}

function two(at: number): string {
  return String((at % 12) + 1).padStart(2, '0')
}
