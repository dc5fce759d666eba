import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createLogger } from '../create-logger.ts'

interface Call {
  operation: string
  body: { logGroupName: string; logStreamName: string; logEvents?: { message: string }[] }
}

/** A fake of the cloud's log service. */
async function startLogService(groups = ['landscape']) {
  const streams = new Set<string>()
  const calls: Call[] = []
  const lines: string[] = []
  let mode: 'up' | 'failing' | 'silent' = 'up'

  function reply({ operation, body }: Call): [number, object] {
    const { logGroupName, logStreamName } = body
    const missing = { __type: 'ResourceNotFoundException', message: 'The resource is missing' }
    if (!groups.includes(logGroupName)) return [400, missing]
    if (operation === 'CreateLogStream') streams.add(logStreamName)
    else if (!streams.has(logStreamName)) return [400, missing]
    lines.push(...(body.logEvents ?? []).map(({ message }) => message))
    return [200, {}]
  }
  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const call = {
      operation: String(req.headers['x-amz-target']).split('.')[1] ?? '',
      body: (await json(req)) as Call['body'],
    }
    calls.push(call)
    if (mode === 'silent') return
    const [status, body] = mode === 'failing' ? [500, {}] : reply(call)
    res.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' })
    res.end(JSON.stringify(body))
  }
  const server = createServer((req, res) => {
    // The sender may abort its request.
    handle(req, res).catch(() => res.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    lines,
    become: (next: typeof mode) => (mode = next),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

let service: Awaited<ReturnType<typeof startLogService>>
beforeEach(async () => {
  service = await startLogService()
  process.env['AWS_ENDPOINT_URL_CLOUDWATCH_LOGS'] = service.url
  process.env['AWS_ACCESS_KEY_ID'] = 'test'
  process.env['AWS_SECRET_ACCESS_KEY'] = 'test'
})
afterEach(() => service.close())

function loggerTo(name: string) {
  const printed: string[] = []
  let lost = 0
  const logger = createLogger({
    service: 'data',
    level: 'info',
    destination: { write: (line) => void printed.push(line.trimEnd()) },
    logGroup: { name, region: 'eu-west-2' },
    onLost: (lines) => (lost += lines),
  })
  return {
    logger,
    printed,
    lost: () => lost,
    flushed: () => new Promise<void>((done) => logger.flush(() => done())),
  }
}

async function until(holds: () => boolean) {
  const late = AbortSignal.timeout(25_000)
  while (!holds()) {
    late.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe('a logger with a log group', () => {
  // spec: 8-r11 8-s2c
  it('sends the printed lines, redacted, to a separate stream', async () => {
    const { logger, printed, flushed } = loggerTo('landscape')
    logger.info({ requestId: 'r-1' }, 'request')
    logger.info({ authorization: 'S3CRET' }, 'for kim@acme.example')
    await flushed()
    await until(() => service.lines.length >= 2)
    expect(service.lines.slice(0, 2)).toEqual(printed.slice(0, 2))
    expect(service.lines.join('')).not.toMatch(/S3CRET|kim@/)
    expect(service.calls[0]!.body.logStreamName).toMatch(/^data\/.+\/\d+-\d+$/)
  })

  it('prints lines while the service fails and sends them later', async () => {
    service.become('failing')
    const { logger, printed } = loggerTo('landscape')
    for (let n = 0; n < 50; n++) logger.info({ n }, 'request')
    expect(printed).toHaveLength(50)
    await until(() => printed.some((line) => line.includes('cannot be sent to the log group')))
    service.become('up')
    await until(() => service.lines.length > 50)
    const numbers = service.lines.map((line) => JSON.parse(line).n).filter((n) => n !== undefined)
    expect(numbers).toEqual(Array.from({ length: 50 }, (_, n) => n))
    await until(() => printed.some((line) => line.includes('log lines are sent to the log group')))
    expect(printed.filter((line) => line.includes('cannot be sent'))).toHaveLength(1)
  })

  it('does not wait for a service that does not respond', async () => {
    service.become('silent')
    const { logger, printed, flushed } = loggerTo('landscape')
    for (let n = 0; n < 2_000; n++) logger.info({ n }, 'request')
    expect(printed).toHaveLength(2_000)
    await until(() => service.calls.length > 0)
    await flushed()
    expect(service.lines).toEqual([])
  })

  // spec, otherwise: 8-r11 8-s2c
  it('reports a log group that does not exist', async () => {
    const { logger, printed } = loggerTo('landscpae')
    logger.info('request')
    const advice =
      'the log group \\"landscpae\\" does not exist: create it, or change LOG_GROUP_NAME'
    await until(() => printed.some((line) => line.includes(advice)))
  })

  it('drops and counts lines over the limit', async () => {
    service.become('silent')
    const { logger, lost, flushed } = loggerTo('landscape')
    const text = 'x'.repeat(10_000)
    for (let n = 0; n < 1_000; n++) logger.info({ n, text }, 'request')
    expect(lost()).toBeGreaterThan(500)
    service.become('up')
    await flushed()
    await until(() => service.lines.some((line) => line.includes('were dropped')))
    expect(service.lines.length).toBeLessThan(500)
  })
})
