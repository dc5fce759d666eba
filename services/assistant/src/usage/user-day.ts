import { breakdown, countIn, isChat, isCompletion } from './counters.ts'
import { ReportMalformed, type ReportRow } from './report-rows.ts'

/** Whether somebody did something; undefined when the report does not say. */
export type Maybe = boolean | undefined

/** What counting people needs of one user on one day; far smaller than the row. */
export interface UserDay {
  day: string
  user: string
  /** Used the assistant at all. */
  active: Maybe
  /** Accepted a suggestion or asked something. */
  engaged: Maybe
  acceptedCompletion: Maybe
  chatted: Maybe
  /** Languages in which a completion was accepted; undefined when the report does not say. */
  languages: readonly string[] | undefined
}

/** @throws ReportMalformed when the row does not say whose it is: people could not be counted */
export function userDay(row: ReportRow): UserDay {
  const features = breakdown(row, 'totals_by_feature')
  const languages = breakdown(row, 'totals_by_language_feature')
  const accepted = positive(countIn(row, 'code_acceptance_activity_count'))
  const asked = positive(countIn(row, 'user_initiated_interaction_count'))
  const generated = positive(countIn(row, 'code_generation_activity_count'))
  return {
    day: row.day,
    user: userOf(row),
    active: anyOf([accepted, asked, generated]),
    engaged: anyOf([accepted, asked]),
    acceptedCompletion:
      features && anyOf(features.filter(isCompletion).map((f) => positive(acceptances(f)))),
    chatted: features && anyOf(features.filter(isChat).map((f) => positive(interactions(f)))),
    languages: languages && acceptedLanguages(languages.filter(isCompletion)),
  }
}

/** Stable id of the user whom a row is about; logins can be renamed. */
export function userOf(row: ReportRow): string {
  const { user_id: id, user_login: login } = row
  if (typeof id === 'number' || (typeof id === 'string' && id !== '')) return `id ${id}`
  if (typeof login === 'string' && login !== '') return `login ${login}`
  throw new ReportMalformed('A user row does not say whose it is')
}

/** True when one is, false when all are not, else not known. */
export function anyOf(parts: readonly Maybe[]): Maybe {
  if (parts.includes(true)) return true
  return parts.includes(undefined) ? undefined : false
}

function acceptedLanguages(
  elements: readonly Readonly<Record<string, unknown>>[],
): string[] | undefined {
  const names: string[] = []
  for (const element of elements) {
    const accepted = positive(acceptances(element))
    if (accepted === undefined || typeof element['language'] !== 'string') return undefined
    if (accepted) names.push(element['language'])
  }
  return names
}

function acceptances(element: Readonly<Record<string, unknown>>) {
  return countIn(element, 'code_acceptance_activity_count')
}

function interactions(element: Readonly<Record<string, unknown>>) {
  return countIn(element, 'user_initiated_interaction_count')
}

function positive(count: number | undefined): Maybe {
  return count === undefined ? undefined : count > 0
}
