type BannerType = 'info' | 'warning' | 'error'

function banner(type: BannerType, title: string, message: string, pages: string[], show: boolean) {
  return { title, message, description: message, type, pages, show }
}

/** Banner messages, active and inactive, of every type and for every page. */
export const BANNERS = [
  banner(
    'info',
    'Autumn radar review',
    'Proposals for the autumn review of the radar are open until 30 November.',
    ['radar'],
    true,
  ),
  banner(
    'warning',
    'Planned work',
    'Projects are read-only on Saturday 21 November from 08:00 to 10:00.',
    ['projects', 'statistics'],
    true,
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
    true,
  ),
  banner(
    'warning',
    'Seats under review',
    'Seats without activity for 60 days are handed on at the end of the month.',
    ['copilot/org'],
    true,
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
