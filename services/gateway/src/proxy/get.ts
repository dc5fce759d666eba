import { request, type Agent, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { isAnswer } from './send.ts'

/** A question of the gateway's own, on behalf of a caller or of nobody. */
export interface Question {
  /** Path and query. */
  path: string
  headers: OutgoingHttpHeaders
  /** Ends the question; the time-out of the service alone does when absent. */
  signal?: AbortSignal | undefined
}

/**
 * Sends a question of the gateway's own to one replica.
 * Rejects with an error that `isNotReached` when not a byte was sent, else with what went wrong. Once it
 * resolves, an answer that breaks off or falls silent fails while it is read.
 */
export type Get = (replica: URL, question: Question) => Promise<IncomingMessage>

/** @param timeoutMs silence of the service after which a question is given up */
export function createGet(agent: Agent, timeoutMs: number): Get {
  return (replica, { path, headers, signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    // Whether that is TLS is the agent's to say.
    const call = request(replica, { agent, path, headers, signal, timeout: timeoutMs })
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
    call.end()
    return promise
  }
}
