import type { StoredUsage } from '@landscape/contracts/assistant'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { isReviewer } from '@landscape/contracts/identity'
import { readOr } from '@landscape/http/responses/documents'
import { PAGE, respondPage } from '@landscape/http/responses/pages'
import { route, type Route } from '@landscape/http/route/route'
import { usagePage } from './page.ts'
import type { Documents } from '@landscape/store/documents/open-documents'
import type { UsageSource } from '../host/port.ts'
import { authoriseAssistantAdmin, FOR_ASSISTANT_ADMINS } from '../sign-in/assistant-admin.ts'
import type { FindViewer } from '../sign-in/viewer.ts'
import { dayOf } from '../usage/calendar.ts'
import { IDLE_DAYS, idleSeats, monthlyCost } from '../usage/idle-seats.ts'
import { newestDay } from '../usage/newest-day.ts'
import { monthsOfUse, weeksOfUse } from '../usage/people-by-surface.ts'
import { SEAT_USE_DAYS, seatUse } from '../usage/seat-use.ts'
import { summariseMonths } from '../usage/spend-summary.ts'
import { dayObjectsOf } from '../usage/stored-usage.ts'
import { seatsRefusal } from '../host/billing-reasons.ts'
import { creditsPicture } from '../spend/credits-picture.ts'
import { readSpend, type StoredSpendDeps } from '../spend/read-spend.ts'
import { surfacePictures } from './surface-pictures.ts'

interface UsagePageDeps extends StoredSpendDeps {
  findViewer: FindViewer
  source: Pick<UsageSource, 'seats'>
  documents: Documents<'organisationHistory' | 'spend' | 'lastRun'>
  /** Milliseconds since the epoch. */
  now: () => number
}

const SHOWN_WEEKS = 26
const SHOWN_BILLS = 13
const NOTHING: StoredUsage = []
const REQUIRED =
  'This page requires the group admin, or a sign-in at the source-control host as a member of an admin team'
const SIGN_IN = {
  text: 'Sign in at the source-control host',
  href: '/assistant/api/scm/oauth/login',
}

/** Page of the use of the assistant, for administrators and assistant admins. */
export function usagePageRoute(deps: UsagePageDeps): Route {
  return route({
    ...PAGE,
    ...FOR_ASSISTANT_ADMINS,
    path: '/usage',
    id: 'showUsage',
    tag: 'Pages',
    summary: 'Page of the use of the code assistant, for admins and assistant admins',
    description:
      'People by surface on the busiest day of each week and month, credits by month with pool ' +
      'and budget, and idle seats. Unknown numbers are marked. Works without JavaScript.',
    codes: ['forbidden', 'rate-limited', 'unavailable'],
    async handle(call) {
      await authoriseAssistantAdmin(deps.findViewer, call).catch(explain)
      const [{ value, staleSeconds }, spend, seats] = await Promise.all([
        readOr(deps.documents.organisationHistory, NOTHING),
        readSpend(deps),
        readSeats(deps),
      ])
      const days = dayObjectsOf(value)
      const newest = newestDay(value)
      const months = summariseMonths(spend.spend).slice(-SHOWN_BILLS)
      const credits = months.flatMap(({ month, gross_credits: used }) =>
        used === null ? [] : { month, credits: used },
      )
      const { included } = spend.compared.pool
      const page = usagePage({
        months: monthsOfUse(days),
        spend: { months, ...spend.compared },
        seats,
        pictures: {
          surfaces: surfacePictures(weeksOfUse(days, SHOWN_WEEKS)),
          credits: credits.length > 0 ? creditsPicture(credits, included ?? undefined) : undefined,
        },
        newestDay: newest && dayOf(newest.instant),
        idleDays: IDLE_DAYS,
        mayReview: isReviewer(call.identity),
      })
      return respondPage(call.headers, page, { staleSeconds })
    },
  })
}

type SeatsOnPage = Parameters<typeof usagePage>[0]['seats']

/** Seats need the source-control host; without it the rest of the page is shown. */
async function readSeats({ source, prices, now }: UsagePageDeps): Promise<SeatsOnPage> {
  try {
    const { value } = await source.seats()
    const { used, vacant, newest = now() } = seatUse(value)
    const idle = idleSeats(value, { idleDays: IDLE_DAYS, at: newest })
    return {
      total: value.length,
      used: { people: used, vacant, days: SEAT_USE_DAYS, day: dayOf(newest) },
      idle,
      idle_cost_month: monthlyCost(idle.length, prices.seatPrice),
      not_available: null,
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const reason = seatsRefusal(error)
    // The message names settings, which readers do not know.
    const not_available = `${reason ?? 'The source-control host is not configured or does not respond'}.`
    return { total: null, used: null, idle: null, idle_cost_month: null, not_available }
  }
}

/** Adds to a rejection what the page requires, and where to sign in. */
function explain(error: unknown): never {
  const isRejected =
    error instanceof DomainError && ['unauthenticated', 'forbidden'].includes(error.code)
  if (!isRejected) throw error
  throw new DomainError(error.code, REQUIRED, { cause: error, extensions: { links: [SIGN_IN] } })
}
