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
    ...(end !== false && { endsAt: end }),
  }
}

/** Banner messages with their ends, active and inactive, of every type and for every page. */
export const BANNERS = [
  banner(
    'info',
    'Autumn radar review',
    'Proposals for the autumn review of the radar are open until 30 November.',
    ['radar'],
    '2026-12-01T00:00:00Z',
  ),
  banner(
    'warning',
    'Planned work',
    'Projects are read-only on Saturday 21 November from 08:00 to 10:00.',
    ['projects', 'statistics'],
    '2026-11-21T10:00:00Z',
  ),
  banner(
    'error',
    'Repository scan failed',
    'The nightly repository scan of 3 October did not finish; the statistics were a day old.',
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
    'Directorates carry their new names since April.',
    ['radar', 'projects'],
    false,
  ),
  banner(
    'error',
    'Sign-in trouble',
    'Signing in failed for some colleagues on 12 August. This is solved.',
    ['radar', 'statistics', 'projects', 'copilot/team', 'copilot/org'],
    false,
  ),
]
