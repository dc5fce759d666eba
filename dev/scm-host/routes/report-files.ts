import { createHmac, randomBytes } from 'node:crypto'
import { Router, type Request } from 'express'
import type { Organisation } from '../organisation.ts'
import { reportFiles, type ReportKind } from '../reports.ts'
import type { Switches } from '../switches.ts'
import { originOf, reject } from './answer.ts'

/** Maximum number of generated reports to keep. */
const MAX_REPORTS = 4
const DAY_MS = 86_400_000

export type ReportFiles = ReturnType<typeof createReportFiles>

interface ReportFileDeps {
  organisation: Organisation
  switches: Readonly<Switches>
  /** Receives the path of a request to a signed link that contains a token. */
  onLeak: (path: string) => void
}

/** The files of reports behind signed links, which accept no token. */
export function createReportFiles({ organisation, switches, onLeak }: ReportFileDeps) {
  const filesOf = createFileCache(organisation, switches)
  const key = randomBytes(32)
  const sign = (path: string) => createHmac('sha256', key).update(path).digest('hex')

  const router = Router()
  router.get('/report-files/:kind/:from/:length/:n', (req, res) => {
    const { kind, from, length, n } = req.params
    if (req.headers.authorization !== undefined) {
      onLeak(req.path)
      reject(res, 400, 'Signed links accept no token')
    } else if (req.query['sig'] !== sign(req.path)) {
      reject(res, 403, 'The signature does not match')
    } else {
      const file = filesOf(kind as ReportKind, daysFrom(from, Number(length)))[Number(n)]
      res.type('application/octet-stream').send(file)
    }
  })

  return {
    router,
    /** Returns the links to the files of a report. */
    links: (req: Request, kind: ReportKind, days: readonly string[]): string[] =>
      filesOf(kind, days).map((_, n) => {
        const path = `/report-files/${kind}/${days[0]}/${days.length}/${n}`
        return `${originOf(req)}${path}?sig=${sign(path)}`
      }),
  }
}

/** Caches generated reports, because generating one for each of its files takes seconds. */
function createFileCache(organisation: Organisation, switches: Readonly<Switches>) {
  const generated = new Map<string, readonly string[]>()
  return (kind: ReportKind, days: readonly string[]): readonly string[] => {
    const { missingUsers } = switches
    const key = [kind, days[0], days.length, missingUsers].join(' ')
    const files = generated.get(key) ?? reportFiles(organisation, kind, days, missingUsers)
    generated.delete(key)
    generated.set(key, files)
    const [oldest] = generated.keys()
    if (generated.size > MAX_REPORTS && oldest !== undefined) generated.delete(oldest)
    return files
  }
}

function daysFrom(day: string, length: number): string[] {
  const start = Date.parse(`${day}T00:00:00Z`)
  return Array.from({ length }, (_, i) => new Date(start + i * DAY_MS).toISOString().slice(0, 10))
}
