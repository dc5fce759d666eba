import type { Seat } from '@landscape/contracts/assistant'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Documents } from '@landscape/store/documents/open-documents'
import type { MonthlyDocuments } from '@landscape/store/documents/open-months'
import type { UsageSource } from '../host/port.ts'
import { oldestKept } from '../usage/person-days.ts'
import { pricePerCredit } from '../usage/spend-summary.ts'
import { rowsOfUsage } from '../usage/stored-usage.ts'
import { unattributed } from '../usage/unattributed.ts'
import { summariseUsers } from '../usage/user-summary.ts'
import { seatsRefusal } from '../host/billing-reasons.ts'

export interface StoredUsersDeps {
  source: Pick<UsageSource, 'seats'>
  documents: Documents<'organisationHistory' | 'teamsHistory' | 'spend'> &
    Pick<MonthlyDocuments, 'userUsage'>
  /** Days for which the usage of individual users is kept; undefined when it is not stored. */
  userRetentionDays: number | undefined
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * The usage of individual users in a span of days, with the logins of the present seats.
 *
 * @throws DomainError `not-found` when the usage of individual users is not stored
 */
export async function readUsers(
  deps: StoredUsersDeps,
  { from = '', to = '9999-12-31' }: { from?: string | undefined; to?: string | undefined },
) {
  const { documents, userRetentionDays, now } = deps
  if (userRetentionDays === undefined) {
    throw new DomainError('not-found', 'Usage of individual users is not stored: KEEP_USERS is off')
  }
  const oldest = oldestKept(now(), userRetentionDays)
  const span = { from: from > oldest ? from : oldest, to }
  const [days, seats, history, teams, spend] = await Promise.all([
    documents.userUsage.between(span),
    readSeats(deps.source),
    documents.organisationHistory.read(),
    documents.teamsHistory.read(),
    documents.spend.read(),
  ])
  const bills = spend?.value ?? []
  const price = pricePerCredit(bills)
  const slugs = new Map<unknown, string>(
    (teams?.value ?? []).map(({ team }) => [team['id'], team.slug]),
  )
  const rows = rowsOfUsage(history?.value ?? [])
  return {
    price,
    days: new Set(days.map(({ day }) => day)).size,
    users: summariseUsers(days, { seats: seats.value, slugs, price }),
    unattributed: unattributed(days, { rows, spend: bills, span }),
    loginsNotAvailable: seats.fault ?? null,
    staleSeconds: [seats, history, teams, spend].flatMap((part) => part?.staleSeconds ?? []),
  }
}

/** The seats, or why they cannot be loaded. Messages of DomainErrors contain no data of the host. */
async function readSeats(
  source: StoredUsersDeps['source'],
): Promise<{ value?: readonly Seat[]; fault?: string; staleSeconds?: number }> {
  try {
    return await source.seats()
  } catch (error) {
    if (error instanceof DomainError) return { fault: seatsRefusal(error) ?? error.message }
    throw error
  }
}
