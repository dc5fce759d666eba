import type { DayObject } from '@landscape/contracts/assistant'
import { organisationDays } from '../usage/days.ts'
import { countPeopleByDay, userDay, type PeopleByDay } from '../usage/people.ts'
import type { ReportRow } from '../usage/report-rows.ts'
import { HostFailure, unableToLoad } from './failure.ts'
import type { AgedValue, UsageReports } from './port.ts'
import type { HostCache } from './host-cache.ts'
import { DAY_MS } from '../usage/calendar.ts'

interface LiveUsageDeps {
  reports: Pick<UsageReports, 'latest'>
  /** Throws the error for clients. */
  failing: (error: unknown) => never
  cached: HostCache
}

const DAYS = 28

/**
 * The most recently published days. The organisation's and the users' reports are cached separately: when
 * the users' report fails, its last valid version is combined with the new days and marked as stale.
 */
export function createLiveUsage({ reports, failing, cached }: LiveUsageDeps) {
  const rows = cached<ReportRow[]>('live usage data', {
    freshMs: Infinity,
    async send(_all, last) {
      const now = await reports.latest('organization', (row) => row).catch(failing)
      if (last && lacksDays(now, last)) {
        throw unableToLoad(
          'live usage data',
          new HostFailure('invalid-response', 'Days are missing in the latest report'),
        )
      }
      return now
    },
  })
  const people = cached<PeopleByDay>('user report', {
    freshMs: Infinity,
    async send() {
      const users = await reports.latest('users', userDay).catch((error: unknown) => {
        throw unableToLoad('user report', error)
      })
      return countPeopleByDay(users)
    },
  })
  let combined:
    { rows: ReportRow[]; people: PeopleByDay | undefined; days: readonly DayObject[] } | undefined

  return async (): Promise<AgedValue<readonly DayObject[]>> => {
    const [organisation, users] = await Promise.all([
      rows(),
      // Without the users' report the numbers of engaged people are omitted.
      people().catch((): Partial<AgedValue<PeopleByDay>> => ({})),
    ])
    // An unchanged value stays the same object, because its JSON and ETag are cached by identity.
    if (combined?.rows !== organisation.value || combined.people !== users.value) {
      const days = organisationDays(organisation.value, users.value)
      combined = { rows: organisation.value, people: users.value, days }
    }
    const ages = [organisation, users].map(({ staleSeconds }) => staleSeconds)
    const known = ages.filter((age) => age !== undefined)
    return {
      value: combined.days,
      ...(known.length > 0 && { staleSeconds: Math.max(...known) }),
    }
  }
}

/** Whether the new report lacks days of its own period. */
function lacksDays(now: readonly ReportRow[], before: readonly ReportRow[]): boolean {
  const days = new Set(now.map(({ day }) => day))
  const known = before.map(({ day }) => day)
  const newest = Math.max(...[...days, ...known].map((day) => Date.parse(day)))
  return known.some((day) => !days.has(day) && Date.parse(day) > newest - DAYS * DAY_MS)
}
