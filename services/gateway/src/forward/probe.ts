import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { SERVICE_HEADER } from '@landscape/runtime/identity/identity-token'
import { unexpectedStatus } from './send.ts'

const PROBE_TIMEOUT_MS = 2_000

/**
 * Checks on a new connection whether a replica is alive, and whether it would keep the connection.
 *
 * @param signal cancels the probe
 * @param timeoutMs maximum milliseconds until the end of the response
 * @throws Error when it is silent, rejects the connection, or is not this service
 */
export async function probe(
  service: string,
  url: URL,
  signal: AbortSignal,
  timeoutMs = PROBE_TIMEOUT_MS,
): Promise<'alive' | 'closing'> {
  const { get } = url.protocol === 'https:' ? https : http
  const call = get(new URL('/livez', url), {
    agent: false,
    headers: { [SERVICE_HEADER]: service, connection: 'keep-alive' },
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  })
  // Errors after the head of the response have no other listener.
  call.on('error', () => {})
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  response.resume()
  // Nobody reuses the connection.
  response.once('end', () => response.destroy())
  if (response.statusCode !== 200) throw unexpectedStatus(response.statusCode)
  return response.headers.connection === 'close' ? 'closing' : 'alive'
}
