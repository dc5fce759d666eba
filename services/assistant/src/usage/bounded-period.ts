import { DomainError } from '@landscape/contracts/errors/domain-error'
import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import { DAY_MS, dayOf } from './calendar.ts'

/** First and last day, `YYYY-MM-DD`; both are included. */
interface BoundedPeriod {
  from: string
  to: string
}

/** The error of a span that ends before it starts. */
export const REVERSED = {
  message: 'from is later than to',
  path: ['from'],
  params: { detail: 'must not be later than to' },
}

/** Whether the start of a span, if it has both ends, is not after its end. */
export function isSpan({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  return from === undefined || to === undefined || from <= to
}

const DEFAULT_DAYS = 28

/**
 * The days of a request. Without `from` it has 28 days; without `to` it ends today, or after the maximum
 * number of days if that is earlier.
 *
 * @param now milliseconds since the epoch
 * @throws DomainError `invalid-input` for a date that does not exist, or for fewer than 1 or more than
 *   `maxDays` days
 */
export function boundedPeriod(
  asked: { from?: string | undefined; to?: string | undefined },
  { now, maxDays }: { now: number; maxDays: number },
): BoundedPeriod {
  const first = asked.from === undefined ? undefined : startOf('from', asked.from)
  const latest = first === undefined ? now : Math.min(now, first + (maxDays - 1) * DAY_MS)
  const last = startOf('to', asked.to ?? dayOf(latest))
  const start = first ?? last - (DEFAULT_DAYS - 1) * DAY_MS
  const days = (last - start) / DAY_MS + 1
  if (days >= 1 && days <= maxDays) return { from: dayOf(start), to: dayOf(last) }
  throw new DomainError('invalid-input', `The period must have 1 to ${maxDays} days`)
}

function startOf(name: string, day: string): number {
  const instant = parseIsoInstant(day)
  if (instant === undefined) throw new DomainError('invalid-input', `Invalid ${name}`)
  return instant
}
