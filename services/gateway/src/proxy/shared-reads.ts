import type { IncomingMessage, ServerResponse } from 'node:http'
import { coalesceCalls, withinTime } from '@landscape/errors'
import { answerEmpty, beginAnswer, noteAskedAs, requestIdOf, type Metrics } from '@landscape/http'
import { isCurrent } from '@landscape/service'
import { LRUCache } from 'lru-cache'
import type { Answer } from './answer.ts'
import type { Forward } from './forward.ts'
import type { Upstream, Upstreams } from './upstream.ts'
import { ask, type SharedAnswer } from './conditional-question.ts'
import { createMemoryBudget } from './memory-budget.ts'
import { questionIn, sharedTag, wholeLength, type SharedQuestion } from './shareable.ts'

export interface SharedReadsDeps {
  /** Bytes of answers that are kept, and again as many on their way; 0: every request is passed on. */
  maxBytes: number
  upstreams: Upstreams
  forward: Forward
  metrics?: Metrics | undefined
  /** Milliseconds of a clock that is never set. */
  now?: () => number
}

/** What is remembered of a question. */
interface Read {
  /** Joins the next question to the service; from the second request on. */
  share?: (requestId: string) => Promise<Joined | undefined>
  /** The newest answer. */
  known?: SharedAnswer | undefined
  /** The question that this comes from: they are numbered as they begin, and an older one undoes nothing. */
  number: number
  /** Until when requests are passed on one by one, because the answer was not for everybody. */
  aloneUntil: number
}

/** Asked once: most such questions, if they never stop changing, are not asked again. */
const SEEN: Read = { number: 0, aloneUntil: 0 }

/** What says something of a body, and nothing where there is none. */
const OF_CONTENT: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-language',
  'content-length',
  'content-type',
])

interface Joined {
  answer: SharedAnswer
  /** Id of the request that the question bore. */
  askedAs: string
}

/** A service that is slow to answer is asked again meanwhile; one that hangs, now and then: another replica may be well. */
const PACE = { paceMs: 5, maximum: 4, patienceMs: 100 }
const ALONE_MS = 1_000
/** How long callers wait for a question that they share: a replica that hangs must not hold all who joined. */
const JOINED_MS = 1_000
const inTime = (answer: Promise<Joined | undefined>) =>
  withinTime(answer, JOINED_MS, () => undefined)
/** Of what is remembered of a question beside its text and the body. */
const OVERHEAD = 1_000

/**
 * Answers public reads from memory, each after a question to the service whether that is still true which
 * began after the request came; see `coalesceCalls`. What cannot be shared is passed on.
 */
export function createSharedReads(deps: SharedReadsDeps): Forward {
  const { maxBytes, upstreams, forward, now = () => performance.now() } = deps
  if (maxBytes === 0) return forward
  const count = deps.metrics?.counter(
    'landscape_shared_reads_total',
    'Public reads whose answer may be shared: shared, from memory; passed-on, to the service',
    ['outcome'],
  )
  const passOn: Forward = (...args) => {
    count?.({ outcome: 'passed-on' })
    return forward(...args)
  }
  const budget = createMemoryBudget(maxBytes)
  const reads = new LRUCache<string, Read>({
    maxSize: maxBytes,
    sizeCalculation: ({ known }, key) => 2 * key.length + OVERHEAD + (known?.body.length ?? 0),
  })
  let begun = 0

  function sharing(key: string, question: SharedQuestion, upstream: Upstream) {
    const share = coalesceCalls(
      async (requestId: string) => {
        const number = ++begun
        const { known } = reads.peek(key) ?? {}
        const asking = { question, requestId, known, budget, waitMs: 2 * JOINED_MS }
        const answer = await ask(upstream, asking)
        install(number, answer)
        return answer && { answer, askedAs: requestId }
      },
      { ...PACE, result: inTime },
    )
    function install(number: number, known: SharedAnswer | undefined): void {
      if (number < (reads.peek(key)?.number ?? 0)) return
      reads.set(key, { share, known, number, aloneUntil: known ? 0 : now() + ALONE_MS })
    }
    reads.set(key, { share, number: 0, aloneUntil: 0 })
    return share
  }

  /** Whether an answer that was passed on is one that the next request may share. */
  function notice(key: string, { encoding }: SharedQuestion, answer: Answer): void {
    const length = wholeLength(answer, encoding) ?? Infinity
    if (reads.has(key) || !budget.fits(length) || sharedTag(answer) === undefined) return
    reads.set(key, SEEN)
  }

  return async (request, service) => {
    const question = questionIn(request)
    if (!question) return forward(request, service)
    const key = `${question.encoding} ${question.format} ${question.target}`
    const read = reads.get(key)
    if (!read) return passOn(request, service, (answer) => notice(key, question, answer))
    const { req, res } = request
    const share = read.share ?? sharing(key, question, upstreams[service])
    const joined = read.aloneUntil > now() ? undefined : await share(requestIdOf(res))
    if (res.destroyed) return undefined
    const release = joined && budget.lend(joined.answer.body)
    if (!joined || !release) return passOn(request, service)
    count?.({ outcome: 'shared' })
    noteAskedAs(res, joined.askedAs)
    res.on('close', release)
    send(req, res, joined.answer)
    return undefined
  }
}

/** Answers one caller, who may have this version (RFC 9110 §15.4.5). */
function send(req: IncomingMessage, res: ServerResponse, answer: SharedAnswer): void {
  const { etag, headers, body } = answer
  if (isCurrent(req.headers, etag)) answerEmpty(res, 304, withoutContent(headers))
  else beginAnswer(res, 200, headers).end(body)
}

function withoutContent(headers: SharedAnswer['headers']) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONTENT.has(name)))
}
