import { Router, type Request, type RequestHandler } from 'express'
import { billItems } from '../../organisation/billing.ts'
import { addDays } from '../../organisation/calendar.ts'
import type { Member } from '../../organisation/members.ts'
import { seatsOn } from '../../organisation/seats.ts'
import type { Organisation } from '../organisation.ts'
import { lastDay } from '../reports.ts'
import { requireBilling, type Access, type HostDeps } from './access.ts'
import { reject } from './answer.ts'

const BILLS = '/organizations/:org/settings/billing'
const BUDGETS = [
  budget('ai_credits', 'organization', 500),
  budget('actions', 'organization', 50),
  budget('ai_credits', 'repository', 5),
]
const MAX_BUDGETS_PER_PAGE = 10
const CYCLE_DAYS = 28

/** Bills of credits, budgets and seat counts of the host. */
export function billingRoutes({ forInstallation }: Access, deps: HostDeps): Router {
  const { organisation, reportTime, switches } = deps
  const router = Router()
  const access = [forInstallation, requireBilling(switches)]
  router.get(`${BILLS}/ai_credit/usage`, access, answerBill(organisation, reportTime))
  router.get(`${BILLS}/budgets`, access, answerBudgets)
  router.get('/orgs/:org/copilot/billing', access, ((_req, res) => {
    res.json(seatCounts(lastDay(reportTime()), organisation.users))
  }) satisfies RequestHandler)
  return router
}

function answerBill({ login, users }: Organisation, reportTime: () => number): RequestHandler {
  return (req, res) => {
    const [thisYear = '', thisMonth = ''] = new Date(reportTime()).toISOString().split('-')
    const year = text(req, 'year') ?? thisYear
    const month = (text(req, 'month') ?? thisMonth).padStart(2, '0')
    const day = text(req, 'day')?.padStart(2, '0')
    const from = `${year}-${month}-${day ?? '01'}`
    if (Number.isNaN(Date.parse(from))) {
      reject(res, 400, 'Invalid period')
      return
    }
    const end = day ? from : addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1)
    const last = lastDay(reportTime())
    const [user, model, product] = ['user', 'model', 'product'].map((name) => text(req, name))
    const isOurs = product === undefined || product === 'copilot'
    const query = { from, to: end < last ? end : last, user, model }
    res.json({
      timePeriod: { year: Number(year), month: Number(month), ...(day && { day: Number(day) }) },
      organization: login,
      usageItems: isOurs ? billItems(users, query) : [],
    })
  }
}

const answerBudgets: RequestHandler = (req, res) => {
  const page = Number(text(req, 'page') ?? 1)
  const size = Math.min(MAX_BUDGETS_PER_PAGE, Number(text(req, 'per_page') ?? MAX_BUDGETS_PER_PAGE))
  const budgets = BUDGETS.slice((page - 1) * size, page * size)
  res.json({ budgets, has_next_page: page * size < BUDGETS.length, total_count: BUDGETS.length })
}

function seatCounts(today: string, users: readonly Member[]) {
  const seats = seatsOn(today, users)
  const since = addDays(today, -CYCLE_DAYS)
  const active = seats.filter(({ last_activity_at: last }) => last !== null && last >= since).length
  return {
    seat_breakdown: {
      total: seats.length,
      added_this_cycle: seats.filter(({ created_at: at }) => at >= since).length,
      pending_cancellation: seats.filter((seat) => seat.pending_cancellation_date !== null).length,
      pending_invitation: 0,
      active_this_cycle: active,
      inactive_this_cycle: seats.length - active,
    },
    plan_type: 'business',
    seat_management_setting: 'assign_selected',
  }
}

function budget(sku: string, scope: string, amount: number) {
  return {
    budget_type: 'BundlePricing',
    budget_product_sku: sku,
    budget_scope: scope,
    budget_amount: amount,
    prevent_further_usage: false,
  }
}

function text(req: Request, name: string): string | undefined {
  const value = req.query[name]
  return typeof value === 'string' ? value : undefined
}
