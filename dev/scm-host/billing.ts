import { Router, type Request, type RequestHandler, type Response } from 'express'
import { addDays } from '../organisation/calendar.ts'
import { billItems } from '../organisation/billing.ts'
import { seatsOn } from '../organisation/seats.ts'
import type { Organisation } from './organisation.ts'
import { lastDay } from './reports.ts'
import type { Switches } from './switches.ts'

interface BillingDeps {
  organisation: Organisation
  /** Rejects requests without an installation token. */
  forInstallation: RequestHandler
  reportTime: () => number
  switches: Readonly<Switches>
}

const BUDGETS = [
  budget('ai_credits', 'organization', 500),
  budget('actions', 'organization', 50),
  budget('ai_credits', 'repository', 5),
]
const CYCLE_DAYS = 28

/** Bills of credits, budgets and seat counts of the host. */
export function billingRoutes({
  organisation,
  forInstallation,
  reportTime,
  switches,
}: BillingDeps) {
  const forBilling: RequestHandler = (_req, res, next) => {
    if (switches.billing === 'on') next()
    else
      reject(
        res,
        switches.billing,
        switches.billing === 403 ? 'Resource not accessible' : 'Not Found',
      )
  }
  const router = Router()
  const bills = '/organizations/:org/settings/billing'
  router.get(`${bills}/ai_credit/usage`, forInstallation, forBilling, (req, res) => {
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
      organization: organisation.login,
      usageItems: isOurs ? billItems(organisation.users, query) : [],
    })
  })
  router.get(`${bills}/budgets`, forInstallation, forBilling, (req, res) => {
    const page = Number(text(req, 'page') ?? 1)
    const size = Math.min(10, Number(text(req, 'per_page') ?? 10))
    const budgets = BUDGETS.slice((page - 1) * size, page * size)
    res.json({ budgets, has_next_page: page * size < BUDGETS.length, total_count: BUDGETS.length })
  })
  router.get('/orgs/:org/copilot/billing', forInstallation, forBilling, (_req, res) => {
    const today = lastDay(reportTime())
    const seats = seatsOn(today, organisation.users)
    const since = addDays(today, -CYCLE_DAYS)
    const active = seats.filter(
      ({ last_activity_at: last }) => last !== null && last >= since,
    ).length
    const pending = seats.filter((seat) => seat.pending_cancellation_date !== null).length
    res.json({
      seat_breakdown: {
        total: seats.length,
        added_this_cycle: seats.filter(({ created_at: at }) => at >= since).length,
        pending_cancellation: pending,
        pending_invitation: 0,
        active_this_cycle: active,
        inactive_this_cycle: seats.length - active,
      },
      plan_type: 'business',
      seat_management_setting: 'assign_selected',
    })
  })
  return router
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

function reject(res: Response, status: number, message: string): void {
  res.status(status).json({ message })
}
