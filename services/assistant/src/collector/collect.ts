import type { OrganisationHistory, SettledDays, Team, TeamsHistory } from '@landscape/contracts'
import type { Progress } from '@landscape/config'
import type { StoredDocument } from '@landscape/documents'
import type { UsageReports } from '../host/port.ts'
import { mergeDays, mergeTeamDays } from '../usage/merge-history.ts'
import { daysToLoad, isSettled, settle } from './days.ts'
import { loadDay, type LoadedDay } from './load-day.ts'

export interface CollectDeps {
  reports: UsageReports
  documents: {
    organisationHistory: StoredDocument<OrganisationHistory>
    teamsHistory: StoredDocument<TeamsHistory>
    settledDays: StoredDocument<SettledDays>
  }
  /** How many days back gaps are filled. */
  windowDays: number
  /** Milliseconds since the epoch. */
  now: () => number
  /** Told of each report that failed. */
  onFailure: (failure: { day: string; report: string; error: unknown }) => void
  /** Ends the run at once; whole days that were loaded are stored. */
  signal?: AbortSignal
  /** Whether the run may still write; asked before each time. */
  mayStore?: () => Promise<boolean>
  /** Shown how many of the days were asked for. */
  progress?: Progress
}

/** What a run did. */
interface Collected {
  asked: number
  organisationDays: number
  teamDays: number
  failures: number
  /** Whether it came to the last day, and all was stored. */
  complete: boolean
}

/** What was loaded is stored after so many days, so that a long first run can be interrupted. */
const BATCH = 7
/** After so many days in a row that could not be loaded, the host is left alone. */
const GIVE_UP_AFTER = 3
const BY = { actor: 'collector', action: 'add collected usage' }

/**
 * Loads recent usage into the stored history: the days that are not settled, and gaps. Running it
 * again changes nothing; an empty or failed answer takes nothing away.
 */
export async function collect(deps: CollectDeps): Promise<Collected> {
  const done: Collected = {
    asked: 0,
    organisationDays: 0,
    teamDays: 0,
    failures: 0,
    complete: true,
  }
  const count: CollectDeps['onFailure'] = (failure) => {
    done.failures++
    deps.progress?.clear()
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
  let inVain = 0
  for (const [i, day] of days.entries()) {
    deps.progress?.show(`${i + 1} of ${days.length} days: ${day}`)
    const loaded = inVain < GIVE_UP_AFTER ? await loadUnlessStopped(deps, day) : undefined
    if (!loaded) {
      done.complete = false
      break
    }
    done.asked++
    for (const { kind, error } of loaded.failures) count({ day, report: kind, error })
    inVain = loaded.failures.length > 0 && !loaded.organisation ? inVain + 1 : 0
    batch.push(loaded)
    if (batch.length >= BATCH) await storeBatch()
  }
  await storeBatch()
  deps.progress?.clear()
  return done
}

async function missingDays({ documents, windowDays, now }: CollectDeps): Promise<string[]> {
  const [history, settled] = await Promise.all([
    documents.organisationHistory.read(),
    documents.settledDays.read(),
  ])
  return daysToLoad(history?.value ?? [], settled?.value ?? {}, now(), windowDays)
}

/** Teams as the host describes them now; without them days are stored all the same. */
async function describeTeams({ reports, signal, onFailure }: CollectDeps): Promise<Team[]> {
  try {
    return await reports.teams(signal)
  } catch (error) {
    if (!signal?.aborted) onFailure({ day: '', report: 'teams', error })
    return []
  }
}

async function loadUnlessStopped(
  { reports, signal }: CollectDeps,
  day: string,
): Promise<LoadedDay | undefined> {
  try {
    return await loadDay(reports, day, signal)
  } catch (error) {
    if (signal?.aborted) return undefined
    throw error
  }
}

/** Adds days to the stored history. Undefined when this process may not write any more. */
async function storeDays(
  { documents, now, mayStore }: CollectDeps,
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
      (history = []) => ({ next: mergeDays(history, organisation), result: undefined }),
      { by: BY },
    )
  }
  if (ofTeams.length > 0) {
    await documents.teamsHistory.change(
      (history = []) => ({ next: mergeTeamDays(history, ofTeams, teams), result: undefined }),
      { by: BY },
    )
  }
  // Last: a process that is killed before asks again.
  const at = now()
  const settled = Object.fromEntries(
    days
      .filter(({ day, failures }) => failures.length === 0 && isSettled(day, at))
      .map(({ day, organisation: own }) => [day, own ? 'loaded' : 'empty'] as const),
  )
  if (Object.keys(settled).length > 0) {
    await documents.settledDays.change(
      (known = {}) => ({ next: settle(known, settled, at), result: undefined }),
      { by: BY },
    )
  }
  return counts
}
