import {
  dayOfUsage,
  type SettledDays,
  type StoredUsage,
  type Team,
  type TeamsHistory,
} from '@landscape/contracts/assistant'
import { isDeepStrictEqual } from 'node:util'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { UsageReports } from '../host/port.ts'
import { mergeTeamDays } from '../usage/merge-history.ts'
import { mergeUsage } from '../usage/stored-usage.ts'
import { createPublished, daysToLoad, isSettled, settle } from './days.ts'
import { loadDay, type LoadedDay } from './load-day.ts'

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
  /** Loads other reports of days that were stored. @returns the days to request again */
  loadMore?: (days: readonly string[]) => Promise<ReadonlySet<string>>
  /** Called after each full batch with the number of days so far, of those to request. */
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

/** A loaded day, and when it was requested, in milliseconds since the epoch. */
type RequestedDay = LoadedDay & { requestedAt: number }

/** Days per write, so that an interrupted first run keeps its progress. */
const BATCH_DAYS = 7
/** Maximum number of consecutive days that fail before the run ends. */
const MAX_CONSECUTIVE_FAILURES = 3
const BY = { actor: 'collector', action: 'add collected usage' }

/**
 * Loads recent usage into the stored history: unsettled days, and gaps. The run is idempotent; an empty or
 * failed report removes nothing. Two runs at once are harmless: the first to store a day keeps it.
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
  let batch: RequestedDay[] = []
  async function storeBatch(): Promise<void> {
    const stored = await storeDays(deps, batch, { teams, before })
    batch = []
    if (!stored.complete) done.complete = false
    done.organisationDays += stored.organisationDays
    done.teamDays += stored.teamDays
  }

  const { before, days } = await missingDays(deps)
  const teams = await describeTeams({ ...deps, onFailure: count })
  const published = createPublished(deps)
  const loadDeps = { ...deps, ...published }
  let consecutiveFailures = 0
  for (const day of days) {
    const requestedAt = deps.now()
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
    batch.push({ ...loaded, requestedAt })
    if (batch.length < BATCH_DAYS) continue
    await storeBatch()
    deps.onStored?.(done.requestedDays, days.length)
  }
  await storeBatch()
  return done
}

/** The days to request, and the stored elements by day before the first request. */
async function missingDays({ documents, windowDays, now }: CollectDeps) {
  const [history, settled] = await Promise.all([
    documents.organisationHistory.read(),
    documents.settledDays.read(),
  ])
  const stored = history?.value ?? []
  return {
    before: Map.groupBy(stored, dayOfUsage),
    days: daysToLoad(stored, settled?.value ?? {}, now(), windowDays),
  }
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

interface StoreOptions {
  /** Current teams of the host. */
  teams: readonly Team[]
  /** The stored elements by day when the run started. */
  before: ReadonlyMap<string, readonly unknown[]>
}

/** Adds days to the stored history, except those that another run has stored in the meantime. */
async function storeDays(
  deps: CollectDeps,
  loaded: readonly RequestedDay[],
  { teams, before }: StoreOptions,
): Promise<Pick<Collected, 'organisationDays' | 'teamDays' | 'complete'>> {
  const { documents, now, signal, loadMore } = deps
  if (loaded.length === 0) return { organisationDays: 0, teamDays: 0, complete: true }
  const days = await storeOrganisation(documents.organisationHistory, loaded, before)
  const ofTeams = days.flatMap((day) => day.teams)
  if (ofTeams.length > 0) {
    await documents.teamsHistory.change(
      (history = []) => ({ next: mergeTeamDays(history, ofTeams, teams), result: undefined }),
      { by: BY },
    )
  }
  const withOrganisation = days.filter((day) => day.organisation)
  const counts = { organisationDays: withOrganisation.length, teamDays: ofTeams.length }
  const again = await loadMore?.(withOrganisation.map(({ day }) => day))
  if (signal?.aborted) return { ...counts, complete: false }
  // Written last, so that a killed process requests these days again.
  const settled = Object.fromEntries(days.filter((day) => !again?.has(day.day)).flatMap(outcomeOf))
  if (Object.keys(settled).length > 0) {
    const at = now()
    await documents.settledDays.change(
      (known = {}) => ({ next: settle(known, settled, at), result: undefined }),
      { by: BY },
    )
  }
  return { ...counts, complete: true }
}

/**
 * Adds the days of the organisation. @returns the days whose stored elements are those of `before`; another run
 * has stored the others, whose numbers may be newer
 */
async function storeOrganisation(
  document: StoredDocument<StoredUsage>,
  loaded: readonly RequestedDay[],
  before: StoreOptions['before'],
): Promise<readonly RequestedDay[]> {
  if (!loaded.some(({ organisation }) => organisation)) return loaded
  const { result } = await document.change<readonly RequestedDay[]>(
    (history = []) => {
      const present = Map.groupBy(history, dayOfUsage)
      const unchanged = loaded.filter(({ day }) =>
        isDeepStrictEqual(present.get(day), before.get(day)),
      )
      const days = unchanged.flatMap(({ organisation }) => organisation ?? [])
      return { next: days.length === 0 ? history : mergeUsage(history, days), result: unchanged }
    },
    { by: BY },
  )
  return result
}

/** The outcome of a day that was complete and settled when it was requested. */
function outcomeOf({ day, failures, outcome, requestedAt }: RequestedDay) {
  const isFinal = failures.length === 0 && isSettled(day, requestedAt)
  return isFinal && outcome ? [[day, outcome] as const] : []
}
