import { lastDays } from '../organisation/calendar.ts'
import { repositoryDay } from '../organisation/repository-days.ts'

/** About two months. */
const DAYS = 61
const OWNER = { organization_id: '42', enterprise_id: '7', repo_owner_name: 'acme' }

/** Rows of repositories by month, oldest first, as the local host reports them. */
export function repositoryUsage() {
  const rows = lastDays(DAYS)
    .flatMap(repositoryDay)
    .map((row) => ({ ...row, ...OWNER }))
  return Map.groupBy(rows, ({ day }) => day.slice(0, 7))
}
