import { Router } from 'express'
import { seatsOn } from '../../organisation/seats.ts'
import { lastDay } from '../reports.ts'
import { requireBilling, type Access, type HostDeps } from './access.ts'
import { answerPage } from './answer.ts'

const PAGE_SIZE = 50

/** The seats of the assistant, with the last activity of the newest day with reports. */
export function seatRoutes(
  { forInstallation }: Access,
  { organisation, reportTime, switches }: HostDeps,
) {
  const router = Router()
  const path = '/orgs/:org/copilot/billing/seats'
  router.get(path, forInstallation, requireBilling(switches), (req, res) => {
    const seats = seatsOn(lastDay(reportTime()), organisation.users).map((seat) => ({
      ...seat,
      plan_type: 'business',
    }))
    const total_seats = seats.length
    answerPage(req, res, seats, PAGE_SIZE, (page) => ({ total_seats, seats: page }))
  })
  return router
}
