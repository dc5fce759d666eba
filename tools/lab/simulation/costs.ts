import { pathOf } from '@landscape/http/request/request-target'
import type { Call } from '../load/sender.ts'
import {
  requestsSince,
  priceOf,
  countRequests,
  countFreshnessChecks,
  type StoreRequests,
} from '../load/store-price.ts'

const DAYS = 30
/** Processes of each service. */
const PROCESSES = 2
export const MAX_AGE_MS = 5_000

/** Numbers of store requests by method and key, such as `GET messages.json`. */
type RequestCounts = ReadonlyMap<string, number>

/** Store requests of a day. */
export interface Costs {
  /** Requests during the replay. */
  replayed: StoreRequests
  /** Requests of a day in real time, when readers rarely share a request. */
  fresh: StoreRequests
  /** Requests of a day in real time with `READ_MAX_AGE_MS`. */
  aged: StoreRequests
}

/** Returns the page of a request, without query and project name. */
export function pageOf({ method, path }: Pick<Call, 'method' | 'path'>): string {
  const plain = pathOf(path)
  return `${method} ${plain.replace(/^(\/api\/v1\/projects\/).+/, '$1:name')}`
}

/**
 * Computes the store requests of a day. In an accelerated replay readers share more requests than in
 * real time; therefore the requests of each page alone are measured first.
 *
 * @param counts returns the requests since the start of the store
 */
export function createCosts(counts: () => RequestCounts) {
  const requestsAlone = new Map<string, RequestCounts>()
  const pages: { page: string; at: number }[] = []
  let before = new Map(counts())

  return {
    /** Records the requests of a page since the last call. */
    alone(page: string): void {
      requestsAlone.set(page, requestsSince(before, counts()))
      before = new Map(counts())
    },
    /** Starts the day. */
    begin: () => void (before = new Map(counts())),
    /** Records a page at a time in milliseconds of the replayed part of the day. */
    happened: (page: string, at: number) => void pages.push({ page, at }),
    /** @param share replayed share of the day, 0 to 1 */
    costs: (share: number): Costs => ({
      replayed: countRequests(requestsSince(before, counts())),
      fresh: scaledToDay(requestsInRealTime(pages, requestsAlone, 0), share),
      aged: scaledToDay(requestsInRealTime(pages, requestsAlone, MAX_AGE_MS), share),
    }),
  }
}

/** Returns the store requests of pages requested at these times. */
export function requestsInRealTime(
  pages: readonly { page: string; at: number }[],
  requestsAlone: ReadonlyMap<string, RequestCounts>,
  maxAgeMs: number,
): StoreRequests {
  const reads = new Map<string, number[]>()
  const sum: StoreRequests = { gets: 0, puts: 0, lists: 0 }
  for (const { page, at } of pages) {
    for (const [request, times] of requestsAlone.get(page) ?? []) {
      if (page.startsWith('GET ') && request.startsWith('GET ')) {
        const key = `${serviceOf(page)} ${request}`
        const instants = reads.get(key) ?? []
        instants.push(...Array.from({ length: times }, () => at))
        reads.set(key, instants)
      } else {
        const { gets, puts, lists } = countRequests(new Map([[request, times]]))
        sum.gets += gets
        sum.puts += puts
        sum.lists += lists
      }
    }
  }
  for (const instants of reads.values()) {
    sum.gets += countFreshnessChecks(instants, { maxAgeMs, processes: PROCESSES })
  }
  return sum
}

function scaledToDay({ gets, puts, lists }: StoreRequests, share: number): StoreRequests {
  const scaled = (count: number) => Math.round(count / share)
  return { gets: scaled(gets), puts: scaled(puts), lists: scaled(lists) }
}

/** Returns the path prefix by which the gateway chooses the service. */
function serviceOf(page: string): string {
  return /^GET (\/(?:api\/v1|[^/]*))/.exec(page)?.[1] ?? page
}

/** Formats the store requests of a day and their price. */
export function formatCost(requests: StoreRequests): string {
  const month = (priceOf(requests) * DAYS).toFixed(2)
  return `${formatRequests(requests)}; ${month} US dollars in ${DAYS} days`
}

/** Formats numbers of store requests. */
export function formatRequests({ gets, puts, lists }: StoreRequests): string {
  return `${gets} GET, ${puts} PUT, ${lists} LIST`
}
