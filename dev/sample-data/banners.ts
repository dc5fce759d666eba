import { moved, seasonOf } from '../organisation/calendar.ts'

type BannerType = 'info' | 'warning' | 'error'

function banner(
  type: BannerType,
  title: string,
  message: string,
  pages: string[],
  end: string | false,
) {
  return {
    title,
    message,
    description: message,
    type,
    pages,
    show: end !== false,
    ...(end !== false && { endsAt: moved(end) }),
  }
}

/** A date of the committed sample in words, moved with its last day. */
function words(date: string, format: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...format, timeZone: 'UTC' }).format(
    new Date(moved(date)),
  )
}

const SEASON = seasonOf(moved('2026-11-30'))
const DAY = { day: 'numeric', month: 'long' } as const

/** Banner messages with their ends, active and inactive, of every type and for every page. */
export const BANNERS = [
  banner(
    'info',
    `${SEASON} radar review`,
    `Proposals for the ${SEASON.toLowerCase()} review of the radar are open until ${words('2026-11-30', DAY)}.`,
    ['radar'],
    '2026-12-01T00:00:00Z',
  ),
  banner(
    'warning',
    'Planned work',
    `Projects are read-only on ${words('2026-11-21', { ...DAY, weekday: 'long' })} from 08:00 to 10:00.`,
    ['projects', 'statistics'],
    '2026-11-21T10:00:00Z',
  ),
  banner(
    'error',
    'Repository scan failed',
    `The nightly repository scan of ${words('2026-10-03', DAY)} did not finish; the statistics were a day old.`,
    ['statistics'],
    false,
  ),
  banner(
    'info',
    '',
    'Team usage is shown for the last four months.',
    ['copilot/team', 'copilot/org'],
    '2027-03-01T00:00:00Z',
  ),
  banner(
    'warning',
    'Seats under review',
    'Seats without activity for 60 days are handed on at the end of the month.',
    ['copilot/org'],
    '2026-12-31T00:00:00Z',
  ),
  banner(
    'info',
    'New directorate names',
    `Directorates have had their new names since ${words('2026-04-15', { month: 'long' })}.`,
    ['radar', 'projects'],
    false,
  ),
  banner(
    'error',
    'Sign-in trouble',
    `Signing in failed for some colleagues on ${words('2026-08-12', DAY)}. This is solved.`,
    ['radar', 'statistics', 'projects', 'copilot/team', 'copilot/org'],
    false,
  ),
]
