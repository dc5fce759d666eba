import { lastDays } from '../calendar.ts'
import { type Activity, activityOn } from './activity.ts'
import { editorFigures, webFigures } from './day-object.ts'
import { type Member, MEMBERS } from './members.ts'
import { teams } from './teams.ts'

const ORGANISATION_DAYS = 400
const TEAM_DAYS = 120

function activitiesOf(members: Member[], date: string): Activity[] {
  return members.flatMap((member) => activityOn(member, date) ?? [])
}

function organisationDay(date: string) {
  const activities = activitiesOf(MEMBERS, date)
  return { ...editorFigures(date, activities), ...webFigures(activities) }
}

/** The organisation's usage, oldest day first. */
export function organisationHistory() {
  return lastDays(ORGANISATION_DAYS).map(organisationDay)
}

/** The usage of every team; the same people and days as in the organisation's. */
export function teamsHistory() {
  return teams().map((team) => {
    const members = MEMBERS.filter((member) => member.teams.includes(team.slug))
    const data = lastDays(TEAM_DAYS).map((date) => editorFigures(date, activitiesOf(members, date)))
    return { team, data }
  })
}
