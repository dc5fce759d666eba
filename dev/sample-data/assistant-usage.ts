import {
  type Activity,
  activityOn,
  type Completion,
  CUSTOM_MODEL,
} from '../organisation/activity.ts'
import { lastDays, REFERENCE_DATE } from '../organisation/calendar.ts'
import { createMembers, type Member } from '../organisation/members.ts'
import { SCM_ORGANISATION_URL } from '../organisation/naming.ts'
import { seatsOn } from '../organisation/seats.ts'
import { TEAMS } from '../organisation/teams.ts'
import { usageActivity, type Used } from './usage-activity.ts'

const total = <T>(items: T[], amount: (item: T) => number): number =>
  items.reduce((sum, item) => sum + amount(item), 0)

/** Groups sorted by key, so that the output does not depend on the order of the members. */
function grouped<T>(items: T[], keyOf: (item: T) => string): [string, T[]][] {
  return [...Map.groupBy(items, keyOf)].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** One element per used model, with its numbers after the common members. */
function byModel<T extends Activity>(activities: T[], numbers: (used: T[]) => object) {
  const element = ([name, used]: [string, T[]]) => ({
    name,
    is_custom_model: name === CUSTOM_MODEL.name,
    custom_model_training_date: name === CUSTOM_MODEL.name ? CUSTOM_MODEL.trained : null,
    total_engaged_users: used.length,
    ...numbers(used),
  })
  return grouped(activities, ({ model }) => model).map(element)
}

function byEditor<T extends Activity>(activities: T[], numbers: (used: T[]) => object) {
  return grouped(activities, ({ editor }) => editor).map(([name, used]) => ({
    name,
    total_engaged_users: used.length,
    models: byModel(used, numbers),
  }))
}

function byLanguage(activities: Activity[], numbers: (written: Completion[]) => object) {
  const completions = activities.flatMap((activity) => activity.completions)
  const element = ([name, written]: [string, Completion[]]) => ({
    name,
    total_engaged_users: written.length,
    ...numbers(written),
  })
  return grouped(completions, ({ language }) => language).map(element)
}

function completionFigures(used: Activity[]) {
  const languages = byLanguage(used, (written) => ({
    total_code_suggestions: total(written, ({ suggestions }) => suggestions),
    total_code_acceptances: total(written, ({ acceptances }) => acceptances),
    total_code_lines_suggested: total(written, ({ linesSuggested }) => linesSuggested),
    total_code_lines_accepted: total(written, ({ linesAccepted }) => linesAccepted),
  }))
  return { languages }
}

function chatFigures(used: Activity[]) {
  return {
    total_chats: total(used, ({ chat }) => chat?.chats ?? 0),
    total_chat_insertion_events: total(used, ({ chat }) => chat?.insertions ?? 0),
    total_chat_copy_events: total(used, ({ chat }) => chat?.copies ?? 0),
  }
}

const hasCompletions = ({ completions }: Activity): boolean => completions.length > 0

/** Numbers of one day that teams and the organisation share. */
function editorFigures(date: string, activities: Activity[]) {
  const chatting = activities.filter(({ chat }) => chat !== undefined)
  const completing = activities.filter(hasCompletions)
  const engaged = activities.filter(
    (activity) =>
      hasCompletions(activity) ||
      activity.chat !== undefined ||
      activity.webChats > 0 ||
      activity.pullRequest !== undefined,
  )
  return {
    date,
    total_active_users: activities.length,
    total_engaged_users: engaged.length,
    copilot_ide_chat: {
      total_engaged_users: chatting.length,
      editors: byEditor(chatting, chatFigures),
    },
    copilot_ide_code_completions: {
      total_engaged_users: completing.length,
      languages: byLanguage(completing, () => ({})),
      editors: byEditor(completing, completionFigures),
    },
  }
}

/** Numbers of one day on the web site of the source-control host. */
function webFigures(activities: Activity[]) {
  const chatting = activities.filter(({ webChats }) => webChats > 0)
  const requests = activities.flatMap((activity) =>
    activity.pullRequest ? [{ ...activity, ...activity.pullRequest }] : [],
  )
  const repositories = grouped(requests, ({ repository }) => repository).map(([name, used]) => ({
    name: `acme/${name}`,
    total_engaged_users: used.length,
    models: byModel(used, (made) => ({
      total_pr_summaries_created: total(made, ({ summaries }) => summaries),
    })),
  }))
  return {
    copilot_dotcom_chat: {
      total_engaged_users: chatting.length,
      models: byModel(chatting, (used) => ({
        total_chats: total(used, ({ webChats }) => webChats),
      })),
    },
    copilot_dotcom_pull_requests: { total_engaged_users: requests.length, repositories },
  }
}

const MEMBERS = createMembers()
const ORGANISATION_DAYS = 400
const TEAM_DAYS = 120
/** On other days the collector stores no usage of a team. */
const MIN_ACTIVE_MEMBERS = 5

function usedBy(members: Member[], date: string): Used[] {
  return members.flatMap((member) => {
    const activity = activityOn(member, date)
    return activity ? [{ member, activity }] : []
  })
}

function organisationDay(date: string) {
  const used = usedBy(MEMBERS, date)
  const activities = used.map(({ activity }) => activity)
  return {
    ...editorFigures(date, activities),
    ...webFigures(activities),
    activity: usageActivity(date, used),
  }
}

function teamDay(members: Member[], date: string) {
  const used = usedBy(members, date)
  if (used.length < MIN_ACTIVE_MEMBERS) {
    const nothing = { editors: [] }
    return {
      date,
      withheld: true,
      copilot_ide_chat: nothing,
      copilot_ide_code_completions: nothing,
    }
  }
  const activities = used.map(({ activity }) => activity)
  return {
    ...editorFigures(date, activities),
    activity: { ...usageActivity(date, used), members: members.length },
  }
}

/** The organisation's usage, oldest day first. */
export function organisationHistory() {
  return lastDays(ORGANISATION_DAYS).map(organisationDay)
}

/** The teams in the shape in which they are stored. */
export function teams() {
  return TEAMS.map(({ slug, name, description }) => ({
    slug,
    name,
    description,
    url: `${SCM_ORGANISATION_URL.replace('/acme', '/orgs/acme')}/teams/${slug}`,
  }))
}

/** The usage of every team; the same people and days as in the organisation's. */
export function teamsHistory() {
  return teams().map((team) => {
    const members = MEMBERS.filter((member) => member.teams.includes(team.slug))
    const data = lastDays(TEAM_DAYS).map((date) => teamDay(members, date))
    return { team, data }
  })
}

/** All seats on the last day, for development only. */
export function seats() {
  return seatsOn(REFERENCE_DATE, MEMBERS)
}
