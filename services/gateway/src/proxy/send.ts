import { once } from 'node:events'
import http, {
  type Agent,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import https from 'node:https'
import { SERVICE_HEADER } from '@landscape/identity'
import { DomainError } from '@landscape/errors'

/** A request that is there as a whole: a client's, or a question of the gateway's own. */
export interface Question {
  /** `GET` when absent. */
  method?: string | undefined
  /** Path and query. */
  path: string
  headers: OutgoingHttpHeaders
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
export type Send = (replica: URL, question: Question) => Promise<IncomingMessage>

/** @param timeoutMs silence of the service after which a question is given up */
export function createSend(agent: Agent, timeoutMs: number): Send {
  return (replica, { method, path, headers, body, signal, asker }) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    // Whether that is TLS is the agent's to say.
    const call = http.request(replica, { agent, method, path, headers, signal, timeout: timeoutMs })
    const leave = () => {
      reject(CLIENT_LEFT)
      call.destroy()
    }
    asker?.once('close', leave)
    call.once('close', () => asker?.off('close', leave))
    call.once('response', (answer) => {
      if (isAnswer(answer)) return resolve(answer)
      reject(new Error(`Answered with status ${answer.statusCode}`))
      call.destroy()
    })
    call.once('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new Error('Switched protocols unasked'))
    })
    call.once('timeout', () => call.destroy(new Error('Silent for too long')))
    call.on('error', reject)
    call.end(body)
    return promise
  }
}

/** Node sends no status below 100, and 1xx is no answer (RFC 9110 §15). */
export function isAnswer({ statusCode = 0 }: IncomingMessage): boolean {
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
