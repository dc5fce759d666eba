import {
  byRound,
  measureInterleaved,
  responsesRatio,
  type Measurement,
  type Side,
} from '../measure.ts'
import { costOf } from './cost-of.ts'
import { BROWSER, REAL, withLandscape } from './landscape.ts'
import { startNginx } from './nginx.ts'

const ROWS = '/api/csv'

/** Reads with a verified token: the rows of the web client, and those of administrators. */
export async function benchSignedInReads(): Promise<Measurement[]> {
  return withLandscape(REAL, async (landscape) => {
    const { gateway, data, projects, adminReview, directory, signedIn } = landscape
    const admin = signedIn('admin@acme.example', ['admin'])
    const side = (service: string, path: string, headers: Record<string, string>): Side => {
      return { url: gateway + path, through: [gateway, service], headers }
    }
    const rows = side(data, ROWS, signedIn('p0@acme.example'))
    const anonymous = side(data, ROWS, BROWSER)
    const nginx = await startNginx(data, 'proxy', directory)
    const byNginx = nginx && { ...rows, url: nginx.url + ROWS, through: [nginx.url, data] }
    const administered = [
      side(adminReview, '/admin/api/tech-radar', admin),
      side(data, '/api/tech-radar/json', BROWSER),
      side(adminReview, '/admin/api/banners', admin),
      side(projects, '/api/v1/projects?scope=all&limit=100', admin),
      side(projects, '/api/v1/projects?scope=all', admin),
    ]
    try {
      const sides = [rows, anonymous, ...administered, ...(byNginx ? [byNginx] : [])]
      const rounds = await measureInterleaved(sides)
      const label = `${ROWS}, signed in`
      return [
        costOf(label, rounds(rows)),
        {
          label: `processor time of ${label} / anonymous`,
          values: byRound(rounds(rows), rounds(anonymous), ({ cpu }) => cpu),
        },
        ...(byNginx ? [responsesRatio(`${label} / nginx`, rounds(rows), rounds(byNginx))] : []),
        ...administered.map((one) => {
          const kind = one.headers === admin ? 'administrator' : 'anonymous'
          return costOf(`${one.url.slice(gateway.length)}, ${kind}`, rounds(one))
        }),
      ]
    } finally {
      nginx?.stop()
    }
  })
}
