import { fileURLToPath } from 'node:url'
import { importDirectory, replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { BUCKETS } from '@landscape/store/objects/port'
import { recordFirstChange } from '../../tools/start/first-change.ts'
import { at, dayOf, list, string } from './json.ts'
import { SAMPLE } from './sample.ts'

const SAMPLE_DATA = fileURLToPath(new URL('../../sample-data', import.meta.url))
const DAY_MS = 24 * 60 * 60 * 1_000
const RADAR = SAMPLE.radar as { rings: { id: string; name: string }[]; entries: object[] }
const REFS = {
  projects: { bucket: 'audit-tool', key: 'new_project_data.json' },
  radar: { bucket: 'main', key: 'onsRadarSkeleton.json' },
  repositories: { bucket: 'main', key: 'repositories.json' },
  months: { bucket: 'main', key: 'landscape_months.json' },
} as const

type Documents = Partial<Record<keyof typeof REFS, unknown>>

/** The sample data with some other documents; null removes one. */
const CHANGES: Readonly<Record<string, Documents>> = {
  'the sample data': {},
  'renamed rings': {
    radar: {
      ...RADAR,
      rings: RADAR.rings.map((ring) => (ring.id === 'hold' ? { ...ring, name: 'Caution' } : ring)),
    },
  },
  plans: {
    radar: { ...RADAR, entries: RADAR.entries.map((entry, i) => (i % 9 ? entry : planned(entry))) },
  },
  'no scan': { repositories: null },
  'no projects': { projects: null },
}

/** The names of the stores; `empty` has no document. */
export const STORE_NAMES = [...Object.keys(CHANGES), 'empty']

/** Moves an entry to the outer ring in 30 days. */
function planned(entry: object): object {
  const timeline = list(at(entry, 'timeline'))
  const date = dayOf(Date.now() + 30 * DAY_MS)
  const plan = { moved: 0, ringId: RADAR.rings.at(-1)?.id, date, description: 'Decided' }
  return { ...entry, timeline: [...timeline, plan] }
}

/** Numbers of the month before last, with those of one programme. */
function months(): unknown {
  const date = new Date()
  date.setUTCDate(0)
  const day = dayOf(date.setUTCDate(0))
  const totals = {
    projects: 40,
    onHoldInUse: 30,
    notOnRadar: 3,
    missing: 35,
    repositories: 26,
    drift: 200,
  }
  const [first] = list(at(SAMPLE.projects, 'projects'))
  const programme = string(at(first, 'details', 0, 'programme_name'))
  const programmes = [[programme, [20, 4, 5, 3]]]
  return [{ month: day.slice(0, 7), day, totals, technologies: {}, programmes }]
}

/** Replaces all documents of an embedded store. */
export async function fill(directory: string, name: string): Promise<void> {
  const store = createEmbeddedStore(directory)
  try {
    for (const bucket of BUCKETS)
      for (const key of await store.list(bucket)) await store.remove({ bucket, key })
    const changed = CHANGES[name]
    if (!changed) return
    await importDirectory(store, SAMPLE_DATA)
    for (const [document, value] of Object.entries({ months: months(), ...changed })) {
      const ref = REFS[document as keyof Documents]
      if (value === null) await store.remove(ref)
      else await replace(store, ref, Buffer.from(JSON.stringify(value)))
    }
    await recordFirstChange(store)
  } finally {
    store.close()
  }
}

/** A document of a store; undefined when it is not stored. */
export function storedIn(name: string, document: 'projects' | 'radar'): unknown {
  const changed = CHANGES[name]
  if (!changed || changed[document] === null) return undefined
  return changed[document] ?? SAMPLE[document]
}
