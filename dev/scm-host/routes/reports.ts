import { Router, type RequestHandler, type Response } from 'express'
import { hasReport, latestDays, REPORT_KINDS, type ReportKind } from '../reports.ts'
import type { Switches } from '../switches.ts'
import type { Access } from './access.ts'
import { reject, sendConditional } from './answer.ts'
import type { ReportFiles } from './report-files.ts'

interface ReportDeps {
  links: ReportFiles['links']
  reportTime: () => number
  switches: Readonly<Switches>
}

const PATH = '/orgs/:org/copilot/metrics/reports/:report'

/** The reports of one day and of the latest 28 days, as links to their files. */
export function reportRoutes(access: Access, { links, reportTime, switches }: ReportDeps) {
  const ifEnabled: RequestHandler = (_req, res, next) => {
    if (switches.isPolicyEnabled) next()
    else reject(res, 403, 'Copilot usage metrics are disabled by policy')
  }
  const router = Router()
  router.get(PATH, access.forInstallation, ifEnabled, (req, res) => {
    const kind = kindOf(String(req.params['report']), '-1-day')
    const day = typeof req.query['day'] === 'string' ? req.query['day'] : ''
    if (!kind) reject(res, 404, 'Not Found')
    else if (!hasReport(day, reportTime(), switches)) answerAbsent(res, switches.absentStatus)
    else sendConditional(req, res, { download_links: links(req, kind, [day]), report_day: day })
  })
  router.get(`${PATH}/latest`, access.forInstallation, ifEnabled, (req, res) => {
    const kind = kindOf(String(req.params['report']), '-28-day')
    const days = latestDays(reportTime(), switches)
    if (kind !== 'organization' && kind !== 'users') reject(res, 404, 'Not Found')
    else if (days.length === 0) answerAbsent(res, switches.absentStatus)
    else {
      sendConditional(req, res, {
        download_links: links(req, kind, days),
        report_start_day: days[0],
        report_end_day: days.at(-1),
      })
    }
  })
  return router
}

function answerAbsent(res: Response, status: Switches['absentStatus']): void {
  if (status === 404) reject(res, 404, 'Not Found')
  else res.status(204).end()
}

function kindOf(report: string, suffix: string): ReportKind | undefined {
  return REPORT_KINDS.find((kind) => report === `${kind}${suffix}`)
}
