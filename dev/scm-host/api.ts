import { createHash, createHmac, randomBytes, type KeyObject } from 'node:crypto'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import type { Member } from '../organisation/members.ts'
import { account, seatsOn } from '../organisation/seats.ts'
import { billingRoutes } from './billing.ts'
import { isAppToken, type Credentials } from './credentials.ts'
import type { HostTeam, Organisation } from './organisation.ts'
import {
  hasReport,
  lastDay,
  latestDays,
  REPORT_KINDS,
  reportFiles,
  type ReportKind,
} from './reports.ts'
import type { Switches } from './switches.ts'

interface ApiDeps {
  organisation: Organisation
  credentials: Credentials
  appId: string
  publicKey: KeyObject
  reportTime: () => number
  switches: Readonly<Switches>
  /** Called when a request to a signed link contains a token. */
  onLeak: (path: string) => void
}

const INSTALLATION_ID = 7001
/** Maximum number of generated reports to keep. */
const MAX_REPORTS = 4

/** The API of the host: installation, teams, members, seats, reports and their files. */
export function api(deps: ApiDeps): { routes: Router; files: Router } {
  const { organisation, credentials, reportTime, switches } = deps
  const generated = new Map<string, readonly string[]>()
  const key = randomBytes(32)
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('hex')

  const forApp: RequestHandler = (req, res, next) => {
    const isApp = isAppToken(tokenOf(req), deps.appId, deps.publicKey, Date.now())
    if (isApp) next()
    else reject(res, 401, 'A JSON web token could not be decoded')
  }
  const forInstallation: RequestHandler = (req, res, next) => {
    if (credentials.isInstallationToken(tokenOf(req))) next()
    else reject(res, 401, 'Bad credentials')
  }
  const forReports: RequestHandler = (_req, res, next) => {
    if (switches.isPolicyEnabled) next()
    else reject(res, 403, 'Copilot usage metrics are disabled by policy')
  }
  const userOf = (req: Request, res: Response): Member | undefined => {
    const user = credentials.userOf(tokenOf(req))
    if (!user) reject(res, 401, 'Bad credentials')
    return user
  }
  const findTeam = (slug: unknown) =>
    organisation.teams.find((t) => t.slug === slug && t.organisation === organisation.login)

  const router = Router()
  router.use((req, res, next) => {
    if (/^\d{4}-\d{2}-\d{2}$/.test(req.header('x-github-api-version') ?? '')) next()
    else reject(res, 400, 'The API version is not supported')
  })
  router.get('/orgs/:org/installation', forApp, (_req, res) => {
    res.json({ id: INSTALLATION_ID, app_id: deps.appId })
  })
  router.post('/app/installations/:id/access_tokens', forApp, (_req, res) => {
    res.status(201).json({
      ...credentials.createInstallationToken(),
      permissions: { members: 'read' },
      repository_selection: 'all',
    })
  })
  router.get('/user', (req, res) => {
    const user = userOf(req, res)
    if (user) sendConditional(req, res, { ...account(user), name: user.login })
  })
  router.get('/user/teams', (req, res) => {
    const user = userOf(req, res)
    if (!user) return
    answerPage(req, res, teamsOf(user).map(teamBody), 30, (page) => page)
  })
  router.get('/orgs/:org/teams', forInstallation, (req, res) => {
    const own = organisation.teams.filter((t) => t.organisation === organisation.login)
    answerPage(req, res, own.map(teamBody), 30, (page) => page)
  })
  router.get('/orgs/:org/teams/:slug/members', forInstallation, (req, res) => {
    const team = findTeam(req.params['slug'])
    if (team) answerPage(req, res, team.members.map(account), 30, (page) => page)
    else reject(res, 404, 'Not Found')
  })
  router.get('/orgs/:org/copilot/billing/seats', forInstallation, (req, res) => {
    const seats = seatsOn(lastDay(reportTime()), organisation.users).map((seat) => ({
      ...seat,
      plan_type: 'business',
    }))
    answerPage(req, res, seats, 50, (page) => ({ total_seats: seats.length, seats: page }))
  })
  router.use(billingRoutes({ organisation, forInstallation, reportTime, switches }))
  const reportPath = '/orgs/:org/copilot/metrics/reports/:report'
  router.get(reportPath, forInstallation, forReports, (req, res) => {
    const kind = kindOf(String(req.params['report']), '-1-day')
    const day = typeof req.query['day'] === 'string' ? req.query['day'] : ''
    if (!kind) reject(res, 404, 'Not Found')
    else if (!hasReport(day, reportTime(), switches)) absent(res)
    else sendConditional(req, res, { download_links: links(req, kind, [day]), report_day: day })
  })
  router.get(`${reportPath}/latest`, forInstallation, forReports, (req, res) => {
    const kind = kindOf(String(req.params['report']), '-28-day')
    const days = latestDays(reportTime(), switches)
    if (!kind || kind === 'user-teams') reject(res, 404, 'Not Found')
    else if (days.length === 0) absent(res)
    else {
      sendConditional(req, res, {
        download_links: links(req, kind, days),
        report_start_day: days[0],
        report_end_day: days.at(-1),
      })
    }
  })

  function absent(res: Response): void {
    if (switches.absentStatus === 404) reject(res, 404, 'Not Found')
    else res.status(204).end()
  }

  /** Caches generated reports, because generating one for each of its files takes seconds. */
  function filesOf(kind: ReportKind, days: readonly string[]): readonly string[] {
    const key = [kind, days[0], days.length].join(' ')
    const files = generated.get(key) ?? reportFiles(organisation, kind, days)
    generated.delete(key)
    generated.set(key, files)
    const [oldest] = generated.keys()
    if (generated.size > MAX_REPORTS && oldest !== undefined) generated.delete(oldest)
    return files
  }

  function links(req: Request, kind: ReportKind, days: readonly string[]): string[] {
    return filesOf(kind, days).map((_, n) => {
      const path = `/report-files/${kind}/${days[0]}/${days.length}/${n}`
      return `${originOf(req)}${path}?sig=${sign(path)}`
    })
  }

  const files = Router()
  files.get('/report-files/:kind/:from/:length/:n', (req, res) => {
    if (req.headers.authorization !== undefined) {
      deps.onLeak(req.path)
      reject(res, 400, 'Signed links accept no token')
      return
    }
    if (req.query['sig'] !== sign(req.path)) {
      reject(res, 403, 'The signature does not match')
      return
    }
    const { kind, from, length, n } = req.params
    const start = Date.parse(`${from}T00:00:00Z`)
    const days = Array.from({ length: Number(length) }, (_, i) =>
      new Date(start + i * 86_400_000).toISOString().slice(0, 10),
    )
    const file = filesOf(kind as ReportKind, days)[Number(n)]
    res.type('application/octet-stream').send(file)
  })
  return { routes: router, files }

  function teamsOf(user: Member): HostTeam[] {
    return organisation.teams.filter(({ members }) => members.includes(user))
  }
}

function kindOf(report: string, suffix: string): ReportKind | undefined {
  return REPORT_KINDS.find((kind) => report === `${kind}${suffix}`)
}

function tokenOf(req: Request): string {
  return (req.headers.authorization ?? '').replace(/^(?:bearer|token) /i, '')
}

function originOf(req: Request): string {
  return `http://${req.headers.host}`
}

function teamBody({ id, slug, name, description, organisation }: HostTeam) {
  const html_url = `https://scm.example/orgs/${organisation}/teams/${slug}`
  return { id, slug, name, description, html_url, organization: { login: organisation } }
}

function answerPage<T>(
  req: Request,
  res: Response,
  items: readonly T[],
  defaultSize: number,
  wrap: (page: readonly T[]) => unknown,
): void {
  const page = Math.max(1, Number(req.query['page'] ?? 1))
  const size = Math.min(100, Math.max(1, Number(req.query['per_page'] ?? defaultSize)))
  if (page * size < items.length) {
    const next = new URL(`${originOf(req)}${req.originalUrl}`)
    next.searchParams.set('page', String(page + 1))
    res.set('link', `<${next.href}>; rel="next"`)
  }
  sendConditional(req, res, wrap(items.slice((page - 1) * size, page * size)))
}

function sendConditional(req: Request, res: Response, body: unknown): void {
  const text = JSON.stringify(body)
  const tag = `W/"${createHash('sha1').update(text).digest('hex')}"`
  res.set('etag', tag)
  if (req.headers['if-none-match'] === tag) res.status(304).end()
  else res.type('json').send(text)
}

function reject(res: Response, status: number, message: string): void {
  res.status(status).json({ message })
}
