import { inSlices } from '@landscape/contracts/async/in-slices'
import {
  LandscapeMonth,
  MAX_MONTHS,
  monthsBetween,
  monthsOf,
} from '@landscape/contracts/landscape-months'
import { ProjectsDocument, RadarDocument } from '@landscape/contracts/landscape'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { Documents } from '@landscape/store/documents/open-documents'
import { joinLandscape } from '../join/join-landscape.ts'
import { createLandscapeReader, type JoinedDocuments } from '../join/read-landscape.ts'
import { countMonth } from './count-month.ts'

export interface KeepDeps {
  documents: JoinedDocuments & Documents<'landscapeMonths'>
  /** Milliseconds since the epoch. */
  now: () => number
  /** First month that is counted from the history, `YYYY-MM`; none when absent. */
  from?: string | undefined
}

/** Months, as `YYYY-MM`. */
interface KeptMonths {
  counted: string[]
  /** The wanted months that the history does not contain. */
  beforeHistory: string[]
}

/**
 * Stores the counts of today, and of the earlier months that the history contains and nobody has counted.
 */
export async function keepMonths({ documents, now, from }: KeepDeps): Promise<KeptMonths> {
  const day = new Date(now()).toISOString().slice(0, 10)
  const { landscape } = await (await createLandscapeReader(documents, now)()).load()
  const stored = (await documents.landscapeMonths.read())?.value ?? []
  const known = new Set(monthsOf(stored).map(({ month }) => month))
  const counted = [await countMonth(landscape, day)]
  const past = from === undefined ? [] : monthsBetween(from, day.slice(0, 7)).slice(-MAX_MONTHS, -1)
  const missing = past.filter((month) => !known.has(month))
  const history = missing.length > 0 ? await readHistory(documents) : undefined
  for (const month of missing) {
    const count = history && (await countPast(history, month))
    if (count) counted.push(count)
  }
  await documents.landscapeMonths.change(
    (current = []) => ({ next: merged(current, counted), result: undefined }),
    { by: { actor: 'months', action: 'store monthly counts' } },
  )
  const months = counted.map(({ month }) => month)
  return { counted: months, beforeHistory: missing.filter((month) => !months.includes(month)) }
}

/** Of each month the counts of the latest day; elements that are not months stay. */
function merged(current: unknown[], counted: readonly LandscapeMonth[]): unknown[] {
  const latest = new Map<string, LandscapeMonth>()
  for (const month of [...monthsOf(current), ...counted]) {
    const other = latest.get(month.month)
    if (!other || month.day >= other.day) latest.set(month.month, month)
  }
  const months = [...latest.values()].toSorted((a, b) => (a.month < b.month ? -1 : 1))
  const others = current.filter((element) => !LandscapeMonth.safeParse(element).success)
  return [...others, ...months.slice(-MAX_MONTHS)]
}

type PastLandscape = NonNullable<Awaited<ReturnType<typeof readHistory>>>

/** The history of projects and radar, with the present names, lists and directorates; undefined without both. */
async function readHistory(documents: KeepDeps['documents']) {
  const [projects, radar, names, lists, directorates] = await Promise.all([
    pastOf(documents.projects),
    pastOf(documents.radar),
    documents.technologyNames.read(),
    documents.arrayData.read(),
    documents.directorates.read(),
  ])
  if (!projects || !radar) return undefined
  const present = {
    names: names?.value ?? [],
    lists: lists?.value ?? {},
    directorates: directorates?.value ?? [],
  }
  return { projects, radar, present }
}

async function pastOf<T>(document: StoredDocument<T>) {
  const version = await document.read()
  return version && document.past(version)
}

/**
 * The counts at the end of a month; undefined when the history does not contain it. Repositories have no history.
 */
async function countPast(
  { projects, radar, present }: PastLandscape,
  month: string,
): Promise<LandscapeMonth | undefined> {
  const end = new Date(`${month}-01T00:00:00Z`)
  end.setUTCMonth(end.getUTCMonth() + 1)
  const instant = end.getTime() - 1
  const [projectsThen, radarThen] = [await projects.stateAt(instant), await radar.stateAt(instant)]
  if (projectsThen?.value === undefined || radarThen?.value === undefined) return undefined
  const landscape = await inSlices(
    joinLandscape(
      {
        ...present,
        projects: ProjectsDocument.parse(projectsThen.value),
        radar: RadarDocument.parse(radarThen.value),
        repositories: { repositories: [] },
      },
      instant,
    ),
  )
  return countMonth(landscape, new Date(instant).toISOString().slice(0, 10))
}
