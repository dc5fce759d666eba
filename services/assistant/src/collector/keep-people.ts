import type { Logger } from '@landscape/contracts/logger'
import type { PersonDay } from '@landscape/contracts/monthly-documents'
import type { MonthlyDocuments } from '@landscape/store/documents/open-months'
import { mergePersonDays, oldestKept, sinceDay } from '../usage/person-days.ts'

export interface PeopleDeps {
  documents: Pick<MonthlyDocuments, 'userUsage'>
  /** Days for which the usage of individual users is kept; undefined when it is not stored. */
  userRetentionDays: number | undefined
  /** Milliseconds since the epoch. */
  now: () => number
}

const ADD = { actor: 'collector', action: 'add collected usage of individual users' }
const REMOVE = { actor: 'collector', action: 'remove old usage of individual users' }

/**
 * A function that adds the usage of individual users to the documents of its months, without days that are too old;
 * undefined when it is not to be stored.
 */
export function createStorePeople({
  documents: { userUsage },
  userRetentionDays,
  now,
}: PeopleDeps) {
  if (userRetentionDays === undefined) return undefined
  return async function storePeople(loaded: readonly PersonDay[]): Promise<void> {
    const oldest = oldestKept(now(), userRetentionDays)
    const byMonth = Map.groupBy(sinceDay(loaded, oldest), ({ day }) => day.slice(0, 7))
    for (const [month, own] of byMonth) {
      await userUsage
        .of(month)
        .change(
          (stored = []) => ({ next: mergePersonDays(stored, own, oldest), result: undefined }),
          { by: ADD },
        )
    }
  }
}

/**
 * Removes the usage of individual users that is too old; all of it when it is not to be stored. A failure is logged,
 * so that other usage is collected.
 *
 * @returns whether it succeeded
 */
export async function removeOldPeople(deps: RemoveDeps): Promise<boolean> {
  try {
    return await removeOld(deps)
  } catch (error) {
    deps.logger.error({ err: error }, 'cannot remove the stored usage of individual users')
    return false
  }
}

interface RemoveDeps extends PeopleDeps {
  logger: Logger
}

async function removeOld(deps: RemoveDeps): Promise<boolean> {
  const { userRetentionDays, now, logger } = deps
  const { userUsage } = deps.documents
  const stored = await userUsage.months()
  if (stored.length === 0) return true
  // Later than every day when nothing is kept.
  const oldest = userRetentionDays === undefined ? '9999' : oldestKept(now(), userRetentionDays)
  const expired = stored.filter((month) => `${month}-31` < oldest)
  for (const month of expired) await userUsage.remove(month)
  for (const month of stored.filter((one) => `${one}-01` < oldest && !expired.includes(one))) {
    await userUsage
      .of(month)
      .change((days = []) => ({ next: keptOf(days, oldest), result: undefined }), { by: REMOVE })
  }
  if (expired.length > 0) {
    const why = userRetentionDays === undefined ? 'KEEP_USERS is off' : 'it is too old'
    logger.info({ months: expired.length, why }, 'erased the stored usage of individual users')
  }
  return true
}

/** Returns the same array if nothing expires, so that no write happens. */
function keptOf(days: PersonDay[], oldest: string): PersonDay[] {
  const kept = sinceDay(days, oldest)
  return kept.length === days.length ? days : kept
}
