import { z } from 'zod'
import { matching } from './described-as.ts'

const Day = matching(/^\d{4}-\d{2}-\d{2}$/, 'Invalid day', 'must be a date such as 2026-01-31')

/** Activity of one repository on one day, passed through as the source-control host reports it. */
const RepositoryDay = z.looseObject({ day: Day, repo_id: z.int() })
export type RepositoryDay = z.infer<typeof RepositoryDay>

/** Lists that grow by hundreds of rows a day: a document for each month, at `<prefix>YYYY-MM.json`. */
export const MONTHLY_DOCUMENTS = {
  repositoryUsage: {
    bucket: 'assistant',
    prefix: 'repository_usage/',
    schema: z.array(RepositoryDay),
  },
} as const

/** The name of a monthly document. */
export type MonthlyName = keyof typeof MONTHLY_DOCUMENTS

/** The names of all monthly documents. */
export const MONTHLY_NAMES = Object.keys(MONTHLY_DOCUMENTS) as MonthlyName[]
const MONTH_KEY = /^(\d{4}-(?:0[1-9]|1[0-2]))\.json$/

/**
 * The location of the document of a month.
 *
 * @param month `YYYY-MM`
 */
export function monthlyRef(name: MonthlyName, month: string) {
  const { bucket, prefix } = MONTHLY_DOCUMENTS[name]
  return { bucket, key: `${prefix}${month}.json` }
}

/** The monthly document at a location, and its month; `undefined` for every other location. */
export function monthAt(ref: {
  bucket: string
  key: string
}): { name: MonthlyName; month: string } | undefined {
  for (const name of MONTHLY_NAMES) {
    const { bucket, prefix } = MONTHLY_DOCUMENTS[name]
    if (ref.bucket !== bucket || !ref.key.startsWith(prefix)) continue
    const month = MONTH_KEY.exec(ref.key.slice(prefix.length))?.[1]
    if (month !== undefined) return { name, month }
  }
  return undefined
}
