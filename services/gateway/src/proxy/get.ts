import http, { type Agent, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import { isAnswer } from './send.ts'

/**
 * Sends a question of the gateway's own to one replica.
 * Rejects with an error that `isNotReached` when not a byte was sent, else with what went wrong. Once it
 * resolves, an answer that breaks off or falls silent fails while it is read.
 */
export type Get = (
  replica: URL,
  path: string,
  headers: OutgoingHttpHeaders,
) => Promise<IncomingMessage>

/** @param timeoutMs silence of the service after which a question is given up */
export function createGet(agent: Agent, timeoutMs: number): Get {
  return (replica, path, headers) => {
    const { request } = replica.protocol === 'https:' ? https : http
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const call = request(replica, { agent, path, headers, timeout: timeoutMs })
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
