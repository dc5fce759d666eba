import { once } from 'node:events'
import http, {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import https from 'node:https'
import { SERVICE_HEADER } from '@landscape/identity'
import { DomainError } from '@landscape/errors'
import { Agent, type Dispatcher } from 'undici'
import { ComingAnswer, type Answer } from './answer.ts'
import { createConnector, IDLE_MS } from './connecting-agent.ts'

/** A request that is there as a whole: a client's, or a question of the gateway's own. */
export interface Question {
  /** `GET` when absent. */
  method?: string | undefined
  /** Path and query. */
  path: string
  headers: IncomingHttpHeaders
  body?: Buffer | undefined
  /** Ends the question; the time-out of the service alone does when absent. */
  signal?: AbortSignal | undefined
  /** Whoever gets the answer; when that connection closes, the question is given up. */
  asker?: ServerResponse | undefined
}

/**
 * Sends a whole request to one replica.
 *
 * Rejects with `CLIENT_LEFT`, with an error that `isNotReached` when not a byte was sent, else with what went
 * wrong. Once it resolves, an answer that breaks off or falls silent fails while it is read.
 */
export type Send = (replica: URL, question: Question) => Promise<Answer>

/**
 * @param timeoutMs silence of the service after which a question is given up
 * @param connectTimeoutMs how long a connection may take to come to stand
 */
export function createSend(timeoutMs: number, connectTimeoutMs?: number): Send {
  const client = new Agent({
    connect: createConnector(connectTimeoutMs),
    allowH2: false,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  })
  return (replica, { method = 'GET', path, headers, body, signal, asker }) => {
    if (signal?.aborted) return Promise.reject(signal.reason as Error)
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    let controller: Dispatcher.DispatchController | undefined
    let answer: ComingAnswer | undefined
    let reason: Error | undefined
    const giveUp = (why: Error) => {
      reason = why
      reject(why)
      controller?.abort(why)
    }
    const leave = () => giveUp(CLIENT_LEFT)
    const stop = () => giveUp(signal?.reason as Error)
    const isOver = () => {
      asker?.off('close', leave)
      signal?.removeEventListener('abort', stop)
    }
    asker?.once('close', leave)
    signal?.addEventListener('abort', stop)
    const request = { origin: replica.origin, path, method, headers, body, reset: false }
    client.dispatch(request as Dispatcher.DispatchOptions, {
      onRequestStart(started) {
        controller = started
        if (reason) started.abort(reason)
      },
      onResponseStart(started, statusCode, given) {
        // 1xx is no answer yet (RFC 9110 §15.2).
        if (statusCode < 200) return
        if (!isAnswer({ statusCode }))
          return giveUp(new Error(`Answered with status ${statusCode}`))
        answer = new ComingAnswer(started, statusCode, given)
        resolve(answer)
      },
      onResponseData: (_controller, piece) => answer?.comes(piece),
      onResponseEnd() {
        isOver()
        answer?.push(null)
      },
      onResponseError(_controller, error) {
        isOver()
        reject(error)
        answer?.destroy(error)
      },
    })
    return promise
  }
}

/** A status beyond is none (RFC 9110 §15), and Node would not send it. */
export function isAnswer({ statusCode = 0 }: { statusCode?: number | undefined }): boolean {
  return statusCode >= 200 && statusCode <= 599
}

const ASK_MS = 2_000

/**
 * Asks a replica whether it lives, on a connection of its own.
 * @throws Error when it is silent, refuses, or is not (or no longer) this service
 */
export async function askWhetherAlive(service: string, url: URL): Promise<void> {
  const { get } = url.protocol === 'https:' ? https : http
  const call = get(new URL('/livez', url), {
    agent: false,
    headers: { [SERVICE_HEADER]: service },
    signal: AbortSignal.timeout(ASK_MS),
  })
  // Later failures have nobody else to tell.
  call.on('error', () => {})
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  answer.resume()
  if (answer.statusCode !== 200) throw new Error(`Answered with status ${answer.statusCode}`)
}

/** Nobody is left to answer; this says nothing about the service. */
export const CLIENT_LEFT = new Error('The client left')

/** The service took a request and gave no whole answer. */
export function noAnswer(service: string, cause: unknown): DomainError {
  return new DomainError('upstream-unavailable', `The ${service} service did not answer`, { cause })
}

/** No replica of the service answers; nothing of the request was sent. */
export function notAvailable(service: string): DomainError {
  return new DomainError('unavailable', `The ${service} service is not available`, {
    reason: 'no replica',
    retryAfter: 5,
  })
}
