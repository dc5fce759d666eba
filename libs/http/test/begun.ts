import { type IncomingMessage, ServerResponse } from 'node:http'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { createBeginRequest, type BeginRequestDeps } from '../src/request/begin-request.ts'
import { currentTrace } from '../src/telemetry/trace-context.ts'

/** A request that has begun, and its log lines. */
export function begun(
  { url = '/api/a', method = 'GET', headers = {}, level = 'info' } = {},
  recording: Omit<BeginRequestDeps, 'logger'> = {},
) {
  const lines: Record<string, unknown>[] = []
  const logger = createLogger({
    service: 'test',
    level,
    destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  })
  const req = { url, method, headers } as IncomingMessage
  const res = Object.defineProperty(new ServerResponse(req), 'writableFinished', {
    value: true,
    writable: true,
  }) as ServerResponse & { writableFinished: boolean }
  const trace = createBeginRequest({ logger, ...recording })(req, res, currentTrace)
  return { res, lines, trace }
}
