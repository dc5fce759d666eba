import type { DayObject } from '@landscape/contracts'
import { organisationDays } from '../usage/days.ts'
import { countPeopleByDay, userDay, type PeopleByDay } from '../usage/people.ts'
import type { ReportRow } from '../usage/report-rows.ts'
import { HostFailure, unableToLoad } from './failure.ts'
import type { Answer, UsageReports } from './port.ts'
import { createQuestion, type QuestionOptions } from './questions.ts'

interface LiveUsageDeps {
  reports: Pick<UsageReports, 'latest'>
  /** What the error means for clients. */
  failing: (error: unknown) => never
  /** Of a question about this. */
  options: (what: string) => QuestionOptions
}

const DAYS = 28
const DAY_MS = 86_400_000

/**
 * The days published last. Organisation and users are questions of their own: when the report of
 * users fails, the last one that was good is put beside the new days, and the answer is marked.
 */
export function createLiveUsage({ reports, failing, options }: LiveUsageDeps) {
  const rows = createQuestion<ReportRow[]>(async (last) => {
    const now = await reports.latest('organization', (row) => row).catch(failing)
    if (last && lacksDays(now, last)) {
      throw unableToLoad(
        'live usage data',
        new HostFailure('unusable', 'The last report lacks days'),
      )
    }
    return now
  }, options('live usage data'))
  const people = createQuestion<PeopleByDay>(async () => {
    const users = await reports.latest('users', userDay).catch((error: unknown) => {
      throw unableToLoad('user report', error)
    })
    return countPeopleByDay(users)
  }, options('user report'))
  let put:
    { rows: ReportRow[]; people: PeopleByDay | undefined; days: readonly DayObject[] } | undefined

  return async (): Promise<Answer<readonly DayObject[]>> => {
    const [organisation, users] = await Promise.all([
      rows.ask(),
      // Counting engaged people needs the users' rows; without any the days do without.
      people.ask().catch((): Partial<Answer<PeopleByDay>> => ({})),
    ])
    // The same parts make the same object: what is made from it, its text and tag, is kept by it.
    if (put?.rows !== organisation.value || put.people !== users.value) {
      const days = organisationDays(organisation.value, users.value)
      put = { rows: organisation.value, people: users.value, days }
    }
    const ages = [organisation, users].map(({ staleSeconds }) => staleSeconds)
    const known = ages.filter((age) => age !== undefined)
    return {
      value: put.days,
      ...(known.length > 0 && { staleSeconds: Math.max(...known) }),
    }
  }
}

/** Whether days are gone that were known, although the report should still have them. */
function lacksDays(now: readonly ReportRow[], before: readonly ReportRow[]): boolean {
  const days = new Set(now.map(({ day }) => day))
  const known = before.map(({ day }) => day)
  const newest = Math.max(...[...days, ...known].map((day) => Date.parse(day)))
  return known.some((day) => !days.has(day) && Date.parse(day) > newest - DAYS * DAY_MS)
}
