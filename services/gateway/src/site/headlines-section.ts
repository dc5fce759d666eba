import type { LandingReply } from '@landscape/contracts/landing'
import { headlines } from '@landscape/views/headlines'
import { html, type Html } from '@landscape/views/html'
import { numeral } from '@landscape/views/text'

/** Numbers of the landscape; those that are not stored, or that the reader may not see, are absent. */
export interface Headlines {
  numbers?: NonNullable<LandingReply['numbers']> | undefined
  seats?: { seats: number; used: number } | undefined
}

/** The numbers, each with its change since the last quarter and a link to its rows. */
export function headlinesOf({ numbers, seats }: Headlines): Html | false {
  return headlines([
    ...(numbers ? landscapeNumbers(numbers) : []),
    ...(seats
      ? [
          {
            count: seats.used,
            text: html`of ${numeral(seats.seats)} seats use the
              <a href="#assistants">code assistant</a>`,
          },
        ]
      : []),
  ])
}

function landscapeNumbers(numbers: NonNullable<Headlines['numbers']>) {
  const { onHoldInUse, notOnRadar, against, projects, repositories, entries, months } = numbers
  const by = (name: 'onHoldInUse' | 'notOnRadar' | 'projects') =>
    months.map(({ month, ...counts }) => ({ month, count: counts[name] }))
  const technologies = (count: number) => (count === 1 ? 'technology' : 'technologies')
  // Without a radar nothing is known to be on hold, and without projects only the use by repositories.
  const [hasRadar, hasProjects] = [entries > 0, projects > 0]
  const onHold = {
    count: onHoldInUse,
    href: '/drift?kind=on-hold-in-use',
    text: `${technologies(onHoldInUse)} in ${against} still in use`,
    months: by('onHoldInUse'),
  }
  const ofProjects = {
    count: notOnRadar,
    href: '/drift?kind=not-on-radar',
    text: `${technologies(notOnRadar)} of several projects not on the radar`,
    months: by('notOnRadar'),
  }
  const projectsText = projects === 1 ? 'project and its' : 'projects and their'
  const repositoriesText = repositories === 1 ? 'repository and its' : 'repositories and their'
  return [
    ...(hasRadar && (hasProjects || onHoldInUse > 0) ? [onHold] : []),
    ...(hasRadar && hasProjects ? [ofProjects] : []),
    ...(hasProjects
      ? [
          {
            count: projects,
            href: '/projects',
            text: `${projectsText} technologies`,
            months: by('projects'),
          },
        ]
      : []),
    {
      count: repositories,
      text:
        repositories === null
          ? 'repositories: not known'
          : html`${repositoriesText} <a href="/technologies?sort=-repositories">languages</a>`,
    },
  ]
}
