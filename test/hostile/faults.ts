import type { Answered, Visit } from './visit.ts'

/** Maximum growth of a response for each byte that is stored. */
const MAX_FACTOR = 200
/** Differences of times and counts. */
const SLACK_BYTES = 4_096

/** Responses that are errors, and were none or are none by a promise of the landscape. */
export function faultsOf(visit: Visit, before?: Visit): string[] {
  return [...visit.answers]
    .filter(([key, answered]) => isFault(answered, before?.answers.get(key)))
    .map(([key, answered]) => sentence(key, answered, before?.answers.get(key)))
}

function isFault({ asked, status, detail }: Answered, before: Answered | undefined): boolean {
  if (status === 0 || (status > 499 && !isNotConfigured(status, detail))) return true
  if (detail.includes('-32603')) return true
  if (asked.isListed && status >= 400) return !isNotConfigured(status, detail)
  return before !== undefined && before.status < 400 && before.status > 0 && status >= 400
}

function isNotConfigured(status: number, detail: string): boolean {
  return status === 503 && /not configured/i.test(detail)
}

function sentence(key: string, { status, detail }: Answered, before: Answered | undefined): string {
  const was = before ? `, was ${before.status}` : ''
  return `${shown(key)}: ${status}${was} ${shown(detail)}`
}

/** Responses that grew by more than a multiple of the bytes stored in the meantime. */
export function overgrown(visit: Visit, before: Visit, storedBytes: number): string[] {
  const allowed = SLACK_BYTES + MAX_FACTOR * storedBytes
  return [...visit.answers].flatMap(([key, { bytes }]) => {
    const former = before.answers.get(key)
    return former && bytes - former.bytes > allowed
      ? [`${shown(key)}: ${former.bytes} bytes became ${bytes} for ${storedBytes} stored`]
      : []
  })
}

/** Maximum processor time of all services while a request and another one run. */
const MAX_REQUEST_MS = 6_000

/** Requests that cost more processor time than any landscape may cost. */
export function costlyOf({ answers }: Visit): string[] {
  return [...answers]
    .filter(([, answered]) => answered.processorMs > MAX_REQUEST_MS)
    .map(([key, answered]) => `${shown(key)}: ${answered.processorMs} ms of processor time`)
}

function shown(text: string): string {
  const printable = JSON.stringify(text.toWellFormed()).slice(1, -1)
  return printable.length > 400 ? `${printable.slice(0, 400)}… (${printable.length})` : printable
}
