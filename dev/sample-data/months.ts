import { inSlices } from '@landscape/contracts/async/in-slices'
import { joinLandscape } from '@landscape/data/join'
import { countMonth } from '@landscape/data/trends/count-month'
import { addDays, REFERENCE_DATE } from '../organisation/calendar.ts'
import { projectsOn, repositoriesOn } from './past.ts'
import { DIRECTORATES, radarAt } from './radar.ts'
import { TECHNOLOGY_NAMES, writtenLists } from './untidy-names.ts'

const MONTHS = 12

/** The counts of a year, oldest month first, by the functions that count a stored landscape. */
export async function landscapeMonths() {
  const months = []
  for (const day of lastDaysOfMonths()) months.push(await countMonth(await landscapeOn(day), day))
  return months
}

/** The last days of the months of a year; that of the last month is the reference date. */
function lastDaysOfMonths(): string[] {
  const days = [REFERENCE_DATE]
  while (days.length < MONTHS) days.unshift(addDays(`${days[0]?.slice(0, 7)}-01`, -1))
  return days
}

function landscapeOn(day: string) {
  const end = `${day}T23:59:59.999Z`
  return inSlices(
    joinLandscape(
      {
        projects: projectsOn(day),
        radar: radarAt(end),
        repositories: repositoriesOn(day),
        lists: writtenLists(),
        names: TECHNOLOGY_NAMES,
        directorates: DIRECTORATES,
      },
      Date.parse(end),
    ),
  )
}
