import type { SettledDays, StoredUsage, Team, TeamsHistory } from '@landscape/contracts/assistant'
import type { PersonDay } from '@landscape/contracts/monthly-documents'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { UsageReports } from '../host/port.ts'
import { mergeTeamDays } from '../usage/merge-history.ts'
import { mergeUsage } from '../usage/stored-usage.ts'
import { daysToLoad, isSettled, settle } from './days.ts'
import { loadDay, type LoadedDay } from './load-day.ts'
import { createPublished } from './published.ts'

export interface CollectDeps {
  reports: UsageReports
  documents: {
    organisationHistory: StoredDocument<StoredUsage>
    teamsHistory: StoredDocument<TeamsHistory>
    settledDays: StoredDocument<SettledDays>
  }
  /** Number of recent days in which gaps are filled. */
  windowDays: number
  /** Milliseconds since the epoch. */
  now: () => number
  /** Called with each report that failed. */
  onFailure: (failure: { day: string; report: string; error: unknown }) => void
  /** Aborts the run; complete days that were loaded are stored. */
  signal?: AbortSignal
  /** Whether the run may still write; called before each write. */
  mayStore?: () => Promise<boolean>
  /** Loads other reports of days that were stored. @returns the days to request again */
  loadMore?: (days: readonly string[]) => Promise<ReadonlySet<string>>
  /** Stores the usage of individual users; absent when it is not stored. */
  storePeople?: ((days: readonly PersonDay[]) => Promise<void>) | undefined
  /** Called after each write with the number of days so far, of those to request. */
  onStored?: (days: number, of: number) => void
}

/** Result of a run. */
interface Collected {
  requestedDays: number
  organisationDays: number
  teamDays: number
  failures: number
  /** Whether every day was requested and stored. */
  complete: boolean
}

/** Days per write, so that an interrupted first run keeps its progress. */
const BATCH_DAYS = 7
/** Maximum number of consecutive days that fail before the run ends. */
const MAX_CONSECUTIVE_FAILURES = 3
const BY = { actor: 'collector', action: 'add collected usage' }

/**
 * Loads recent usage into the stored history: unsettled days, and gaps. The run is idempotent; an empty or
 * failed report removes nothing.
 */
export async function collect(deps: CollectDeps): Promise<Collected> {
  const done: Collected = {
    requestedDays: 0,
    organisationDays: 0,
    teamDays: 0,
    failures: 0,
    complete: true,
  }
  const count: CollectDeps['onFailure'] = (failure) => {
    done.failures++
    deps.onFailure(failure)
  }
  let batch: LoadedDay[] = []
  async function storeBatch(): Promise<void> {
    const stored = await storeDays(deps, batch, teams)
    batch = []
    if (!stored) done.complete = false
    done.organisationDays += stored?.organisationDays ?? 0
    done.teamDays += stored?.teamDays ?? 0
  }

  const days = await missingDays(deps)
  const teams = await describeTeams({ ...deps, onFailure: count })
  const published = createPublished(deps)
  const loadDeps = { ...deps, ...published, keepsPeople: deps.storePeople !== undefined }
  let consecutiveFailures = 0
  for (const day of days) {
    const loaded =
      consecutiveFailures < MAX_CONSECUTIVE_FAILURES
        ? await loadUnlessStopped(loadDeps, day)
        : undefined
    if (!loaded) {
      done.complete = false
      break
    }
    done.requestedDays++
    for (const { kind, error } of loaded.failures) count({ day, report: kind, error })
    consecutiveFailures =
      loaded.failures.length > 0 && !loaded.organisation ? consecutiveFailures + 1 : 0
    published.add(loaded)
    batch.push(loaded)
    if (batch.length < BATCH_DAYS) continue
    await storeBatch()
    deps.onStored?.(done.requestedDays, days.length)
  }
  await storeBatch()
  return done
}

async function missingDays({ documents, windowDays, now }: CollectDeps): Promise<string[]> {
  const [history, settled] = await Promise.all([
    documents.organisationHistory.read(),
    documents.settledDays.read(),
  ])
  return daysToLoad(history?.value ?? [], settled?.value ?? {}, now(), windowDays)
}

/** Current teams of the host; empty when they cannot be loaded. */
async function describeTeams({ reports, signal, onFailure }: CollectDeps): Promise<Team[]> {
  try {
    return await reports.teams(signal)
  } catch (error) {
    if (!signal?.aborted) onFailure({ day: '', report: 'teams', error })
    return []
  }
}

async function loadUnlessStopped(
  deps: Parameters<typeof loadDay>[0],
  day: string,
): Promise<LoadedDay | undefined> {
  try {
    return await loadDay(deps, day)
  } catch (error) {
    if (deps.signal?.aborted) return undefined
    throw error
  }
}

/** Adds days to the stored history; undefined when this process may no longer write. */
async function storeDays(
  { documents, now, mayStore, signal, storePeople, loadMore }: CollectDeps,
  days: readonly LoadedDay[],
  teams: readonly Team[],
): Promise<Pick<Collected, 'organisationDays' | 'teamDays'> | undefined> {
  const organisation = days.flatMap((day) => day.organisation ?? [])
  const ofTeams = days.flatMap((day) => day.teams)
  const counts = { organisationDays: organisation.length, teamDays: ofTeams.length }
  if (days.length === 0) return counts
  if (mayStore && !(await mayStore())) return undefined
  if (organisation.length > 0) {
    await documents.organisationHistory.change(
      (history = []) => ({ next: mergeUsage(history, organisation), result: undefined }),
      { by: BY },
    )
  }
  if (ofTeams.length > 0) {
    await documents.teamsHistory.change(
      (history = []) => ({ next: mergeTeamDays(history, ofTeams, teams), result: undefined }),
      { by: BY },
    )
  }
  await storePeople?.(days.flatMap(({ people }) => people))
  const again = await loadMore?.(days.filter((day) => day.organisation).map(({ day }) => day))
  if (signal?.aborted || (loadMore && mayStore && !(await mayStore()))) return undefined
  // Written last, so that a killed process requests these days again.
  const at = now()
  const settled = Object.fromEntries(
    days
      .filter(
        ({ day, failures }) => failures.length === 0 && !again?.has(day) && isSettled(day, at),
      )
      .flatMap(({ day, outcome }) => (outcome ? [[day, outcome] as const] : [])),
  )
  if (Object.keys(settled).length > 0) {
    await documents.settledDays.change(
      (known = {}) => ({ next: settle(known, settled, at), result: undefined }),
      { by: BY },
    )
  }
  return counts
}
