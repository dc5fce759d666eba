import { DomainError, type StoredUsage } from '@landscape/contracts'
import { PAGE, readOr, respondPage, route, type Route } from '@landscape/http'
import type { Documents } from '@landscape/store'
import { authoriseAssistantAdmin, FOR_ASSISTANT_ADMINS } from '../sign-in/assistant-admin.ts'
import type { FindViewer } from '../sign-in/viewer.ts'
import { monthsOfUse, weeksOfUse } from '../usage/people-by-surface.ts'
import { dayObjectsOf } from '../usage/stored-usage.ts'
import { usagePage } from './usage-page.ts'

interface UsagePageDeps {
  findViewer: FindViewer
  documents: Documents<'organisationHistory'>
}

const SHOWN_WEEKS = 26
const NOTHING: StoredUsage = []
const REQUIRED =
  'This page requires the group admin, or a sign-in at the source-control host as a member of an admin team'
const SIGN_IN = {
  text: 'Sign in at the source-control host',
  href: '/assistant/api/scm/oauth/login',
}

/** Page of the use of the assistant, for administrators and assistant admins. */
export function usagePageRoute({ findViewer, documents }: UsagePageDeps): Route {
  return route({
    ...PAGE,
    ...FOR_ASSISTANT_ADMINS,
    path: '/usage',
    id: 'showUsage',
    tag: 'Pages',
    summary: 'Page of the use of the code assistant, for admins and assistant admins',
    description:
      'People by surface on the busiest day of each week and month. Unknown numbers are marked. Works without JavaScript.',
    example: '<!doctype html>…',
    codes: ['forbidden', 'rate-limited', 'unavailable'],
    async handle(call) {
      await authoriseAssistantAdmin(findViewer, call).catch(explain)
      const { value, staleSeconds } = await readOr(documents.organisationHistory, NOTHING)
      const days = dayObjectsOf(value)
      const page = usagePage({ weeks: weeksOfUse(days, SHOWN_WEEKS), months: monthsOfUse(days) })
      return respondPage(call.headers, page, { staleSeconds })
    },
  })
}

/** Adds to a rejection what the page requires, and where to sign in. */
function explain(error: unknown): never {
  const isRejected =
    error instanceof DomainError && ['unauthenticated', 'forbidden'].includes(error.code)
  if (!isRejected) throw error
  throw new DomainError(error.code, REQUIRED, { cause: error, extensions: { links: [SIGN_IN] } })
}
