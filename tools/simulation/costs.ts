import { pathOf } from '@landscape/http'
import type { Call } from '../load/ask.ts'
import {
  askedSince,
  priceOf,
  questionsIn,
  questionsOfReads,
  type Questions,
} from '../load/store-price.ts'

const DAYS = 30
/** Of each service. */
const PROCESSES = 2
export const MAX_AGE_MS = 5_000

/** What a page asks a store for, such as `GET messages.json`, and how often. */
type Asked = ReadonlyMap<string, number>

/** What a day costs at a store. */
export interface Costs {
  /** What was asked while it was replayed, or a share of it. */
  replayed: Questions
  /** What a day is asked that goes at its own pace, when hardly any two readers share a question. */
  fresh: Questions
  /** The same, with `READ_MAX_AGE_MS`. */
  aged: Questions
}

/** Which page a request is for: without its query, and without the name of a project. */
export function pageOf({ method, path }: Pick<Call, 'method' | 'path'>): string {
  const plain = pathOf(path)
  return `${method} ${plain.replace(/^(\/api\/v1\/projects\/).+/, '$1:name')}`
}

/**
 * Works out what a day costs. One that is replayed quickly lets more readers share a question than the day itself does, so
 * what each page asks for when it is alone is seen first.
 *
 * @param asked what the store was asked since its start
 */
export function createCosts(asked: () => Asked) {
  const askedAlone = new Map<string, Asked>()
  const pages: { page: string; at: number }[] = []
  let before = new Map(asked())

  return {
    /** A page was answered, alone since the last call. */
    alone(page: string): void {
      askedAlone.set(page, askedSince(before, asked()))
      before = new Map(asked())
    },
    /** The day begins. */
    begin: () => void (before = new Map(asked())),
    /** A page was answered so many milliseconds of the day after it began, of which only what is replayed counts. */
    happened: (page: string, at: number) => void pages.push({ page, at }),
    /** @param share of the day that was replayed */
    costs: (share: number): Costs => ({
      replayed: questionsIn(askedSince(before, asked())),
      fresh: ofWholeDay(atItsOwnPace(pages, askedAlone, 0), share),
      aged: ofWholeDay(atItsOwnPace(pages, askedAlone, MAX_AGE_MS), share),
    }),
  }
}

/** What pages that are asked for at these instants ask a store for. */
export function atItsOwnPace(
  pages: readonly { page: string; at: number }[],
  askedAlone: ReadonlyMap<string, Asked>,
  maxAgeMs: number,
): Questions {
  const reads = new Map<string, number[]>()
  const sum: Questions = { gets: 0, puts: 0, lists: 0 }
  for (const { page, at } of pages) {
    for (const [question, times] of askedAlone.get(page) ?? []) {
      if (page.startsWith('GET ') && question.startsWith('GET ')) {
        const key = `${serviceOf(page)} ${question}`
        const instants = reads.get(key) ?? []
        instants.push(...Array.from({ length: times }, () => at))
        reads.set(key, instants)
      } else {
        const { gets, puts, lists } = questionsIn(new Map([[question, times]]))
        sum.gets += gets
        sum.puts += puts
        sum.lists += lists
      }
    }
  }
  for (const instants of reads.values()) {
    sum.gets += questionsOfReads(instants, { maxAgeMs, processes: PROCESSES })
  }
  return sum
}

function ofWholeDay({ gets, puts, lists }: Questions, share: number): Questions {
  const times = (asked: number) => Math.round(asked / share)
  return { gets: times(gets), puts: times(puts), lists: times(lists) }
}

/** Part of the path by which the gateway chooses the service. */
function serviceOf(page: string): string {
  return /^GET (\/(?:api\/v1|[^/]*))/.exec(page)?.[1] ?? page
}

/** What a store is asked in a day, with its price. */
export function tellCost(questions: Questions): string {
  const month = (priceOf(questions) * DAYS).toFixed(2)
  return `${tellQuestions(questions)}: ${month} US dollars in ${DAYS} such days`
}

/** How often a store is asked. */
export function tellQuestions({ gets, puts, lists }: Questions): string {
  return `${gets} GET, ${puts} PUT, ${lists} LIST`
}
