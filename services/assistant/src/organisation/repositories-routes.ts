import { respond } from '@landscape/http/responses/conditional-read'
import { prepareAs, ROW_FORMAT, rowFormat, ROW_TYPES } from '@landscape/http/responses/rows'
import { route, type Route } from '@landscape/http/route/route'
import type { Documents } from '@landscape/store/documents/open-documents'
import type { MonthlyDocuments } from '@landscape/store/documents/open-months'
import { z } from 'zod'
import { FORBIDDEN } from '../host/reports.ts'
import { authoriseAssistantAdmin, FOR_ASSISTANT_ADMINS } from '../sign-in/assistant-admin.ts'
import type { FindViewer } from '../sign-in/viewer.ts'
import { boundedPeriod } from '../usage/bounded-period.ts'
import { PULL_REQUEST_COUNTERS, sumRepositories } from '../usage/repository-usage.ts'
import { REQUEST_FAILED } from '../host/billing-reasons.ts'
import { PeriodQuery } from './rows-routes.ts'

interface RepositoryUsageDeps {
  findViewer: FindViewer
  documents: Documents<'lastRun'> & Pick<MonthlyDocuments, 'repositoryUsage'>
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Maximum number of days of a request: each month is a document of its own. */
const MAX_DAYS = 92

const text = z.string().nullable()
const count = z.int().min(0).nullable()
const minutes = z.number().nullable()
const RepositoriesUsage = z
  .object({
    from: z.string(),
    to: z.string(),
    newest_day: text.meta({ description: 'newest day of these with a row' }),
    repositories: z.array(
      z.object({
        repo_id: z.int(),
        repo_owner_name: text,
        repo_name: text,
        repo_visibility: text,
        days: z.int().min(1).meta({ description: 'number of days with activity' }),
        total_created: count,
        total_reviewed: count,
        total_merged: count,
        total_suggestions: count,
        total_applied_suggestions: count,
        total_created_by_copilot: count,
        total_reviewed_by_copilot: count,
        total_merged_created_by_copilot: count,
        total_merged_reviewed_by_copilot: count,
        total_copilot_suggestions: count,
        total_copilot_applied_suggestions: count,
        medians: z.array(
          z.object({
            day: z.string(),
            median_minutes_to_merge: minutes,
            median_minutes_to_merge_copilot_authored: minutes,
            median_minutes_to_merge_copilot_reviewed: minutes,
          }),
        ),
      }),
    ),
    not_available: text.meta({ description: 'why newer rows, or all rows, are missing' }),
  })
  .meta({
    id: 'RepositoriesUsage',
    description: 'Pull requests by repository. Unknown numbers are null.',
  })
type RepositoriesUsage = z.infer<typeof RepositoriesUsage>

const COLUMNS = [
  'repo_id',
  'repo_owner_name',
  'repo_name',
  'repo_visibility',
  'days',
  ...PULL_REQUEST_COUNTERS,
]
const rowsOf = ({ repositories }: RepositoriesUsage) => repositories

/** Pull requests by repository, as the collector stored them. */
export function repositoryUsageRoute(deps: RepositoryUsageDeps): Route {
  const { findViewer, documents, now } = deps
  return route({
    method: 'get',
    path: '/assistant/api/repositories',
    id: 'getRepositoryUsage',
    tag: 'Assistant usage',
    summary: 'Pull requests by repository in a span of days, for admins and assistant admins',
    description:
      'Sums the days that the collector stored, by id of the repository, sorted by owner and ' +
      'name. `from` and `to` are included. Without both it returns the last 28 days. It returns at most ' +
      `${MAX_DAYS} days. A number is null when a day does not contain it. ` +
      'Medians cannot be summed, so `medians` has those of each day; CSV has none.',
    otherTypes: ROW_TYPES,
    ...FOR_ASSISTANT_ADMINS,
    strictQuery: true,
    query: PeriodQuery.safeExtend(ROW_FORMAT),
    reply: RepositoriesUsage,
    conditional: 'read',
    compressed: true,
    codes: ['forbidden', 'rate-limited', 'unavailable'],
    async handle(call) {
      await authoriseAssistantAdmin(findViewer, call)
      const period = boundedPeriod(call.query, { now: now(), maxDays: MAX_DAYS })
      const rows = await documents.repositoryUsage.between(period)
      const fault = (await documents.lastRun.read())?.value.repositoriesFault
      const body: RepositoriesUsage = {
        ...period,
        newest_day: rows.reduce((newest, { day }) => (day > newest ? day : newest), '') || null,
        repositories: sumRepositories(rows),
        not_available: whyMissing(rows.length > 0, fault),
      }
      const chosen = rowFormat(call.headers, call.query)
      return respond(call.headers, await prepareAs(chosen, COLUMNS, rowsOf)(body), {
        isPersonal: true,
        isNegotiated: true,
      })
    },
  })
}

function whyMissing(hasRows: boolean, fault: string | undefined): string | null {
  if (fault === 'forbidden') return `The source-control host returned 403: ${FORBIDDEN}`
  if (fault === 'absent') {
    return 'The source-control host returned 404: it offers no reports of repositories'
  }
  if (fault !== undefined) return REQUEST_FAILED
  return hasRows ? null : 'No rows of repositories are stored for these days'
}
