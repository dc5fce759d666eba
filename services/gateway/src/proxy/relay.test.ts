import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, Writable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { createRelay } from './relay.ts'

/** A response of a service whose chunks the test sends. */
function responseWith(headers: Record<string, string> = {}, statusCode: number | undefined = 200) {
  const response = new PassThrough()
  return Object.assign(response, { headers, statusCode }) as PassThrough & IncomingMessage
}

/** A client that reads only when the test decides. */
function client() {
  const headers: Record<string, unknown> = {}
  const waiting: (() => void)[] = []
  const received: string[] = []
  const res = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _coding, done) {
      waiting.push(() => {
        received.push(String(chunk))
        done()
      })
    },
  })
  const began = { status: 0 }
  const writeHead = (status: number, head: object) => {
    began.status = status
    Object.assign(headers, head)
    Object.assign(res, { headersSent: true })
  }
  return {
    res: Object.assign(res, {
      req: { method: 'GET' },
      writeHead,
      headersSent: false,
    }) as unknown as ServerResponse,
    began,
    headers,
    received,
    /** Reads everything that was sent. */
    read: async () => {
      while (waiting.length > 0) {
        waiting.shift()?.()
        await eventLoopTurn()
      }
    },
  }
}

function slotOf() {
  const events: string[] = []
  let disconnectReader = () => {}
  const slot = {
    stall: (disconnect: () => void) => {
      events.push('stall')
      disconnectReader = disconnect
    },
    resume: () => void events.push('resume'),
  }
  return { slot, events, disconnectReader: () => disconnectReader() }
}

/** Waits for pending events. */
const eventLoopTurn = () => new Promise((resolve) => setImmediate(resolve))

async function send(response: PassThrough, chunk: string): Promise<void> {
  response.write(chunk)
  await eventLoopTurn()
}

async function endOf(response: PassThrough): Promise<void> {
  response.end()
  await eventLoopTurn()
}

/** Relays a response to a client that does not read yet. */
function relaying(relay: ReturnType<typeof createRelay>, headers = {}, statusCode?: number) {
  const response = responseWith(headers, statusCode)
  const reader = client()
  const slot = slotOf()
  const relayed = relay(response, reader.res, slot.slot)
  // Tests await it later.
  relayed.catch(() => {})
  return { response, ...reader, ...slot, relayed }
}

describe('createRelay', () => {
  it('forwards the status and the headers, except those of the connection', async () => {
    const { response, began, headers } = relaying(
      createRelay(),
      {
        'content-type': 'text/csv',
        'set-cookie': 'a=1',
        'transfer-encoding': 'chunked',
        'keep-alive': 'timeout=5',
        etag: undefined,
      },
      206,
    )
    await send(response, 'first')
    expect(began.status).toBe(206)
    expect(headers).toStrictEqual({ 'content-type': 'text/csv', 'set-cookie': 'a=1' })
  })

  it('sends the head with the first chunk or the end', async () => {
    for (const act of [(response: PassThrough) => send(response, 'first'), endOf]) {
      const { response, began } = relaying(createRelay(), {}, 201)
      await eventLoopTurn()
      expect(began.status).toBe(0)
      await act(response)
      expect(began.status).toBe(201)
    }
  })

  it.each([(response: PassThrough) => send(response, 'first'), endOf])(
    'rejects when Node rejects the head of the response',
    async (act) => {
      const { response, res, relayed, received } = relaying(createRelay())
      Object.assign(res, {
        writeHead() {
          throw new Error('Invalid character')
        },
      })
      await act(response)
      await expect(relayed).rejects.toThrow('Invalid character')
      expect([response.destroyed, received]).toEqual([true, []])
    },
  )

  it('forwards the body to its end', async () => {
    const { response, res, received, read, relayed } = relaying(createRelay())
    await send(response, 'first')
    response.end('last')
    await eventLoopTurn()
    await read()
    expect(received).toEqual(['first', 'last'])
    expect(res.writableFinished).toBe(true)
    await expect(relayed).resolves.toBeUndefined()
  })

  it('ends the response with its last chunk when its length is known', async () => {
    const { response, res } = relaying(createRelay(), { 'content-length': '9' })
    await send(response, 'first')
    expect(res.writableEnded).toBe(false)
    await send(response, 'last')
    expect(res.writableEnded).toBe(true)
  })

  it('resolves before a slow client has read the response', async () => {
    const { response, received, relayed, events } = relaying(
      createRelay({ maxBytesPerReader: 100 }),
    )
    for (const chunk of ['first', 'second']) await send(response, chunk)
    response.end()
    await expect(relayed).resolves.toBeUndefined()
    expect(received).toEqual([])
    expect(events).toEqual([])
  })

  it('rejects when the response ends early', async () => {
    const { response, relayed } = relaying(createRelay())
    await send(response, 'half')
    response.destroy(new Error('other side closed'))
    await expect(relayed).rejects.toThrow('The response ended early')
  })

  it('resolves when the client leaves', async () => {
    const { response, res, relayed } = relaying(createRelay())
    await send(response, 'half')
    res.destroy()
    await expect(relayed).resolves.toBeUndefined()
    // Later chunks are discarded.
    await send(response, 'more')
    expect(response.isPaused()).toBe(false)
  })
})

describe('a client that does not read', () => {
  it('stalls the service beyond the bound of one response', async () => {
    const { response, received, events, read } = relaying(createRelay({ maxBytesPerReader: 10 }))
    await send(response, '12345')
    await send(response, '6789')
    expect([response.isPaused(), events]).toEqual([false, []])
    await send(response, '0')
    expect([response.isPaused(), events]).toEqual([true, ['stall']])
    await read()
    expect(events).toEqual(['stall', 'resume'])
    expect(response.isPaused()).toBe(false)
    // The bound applies again.
    await send(response, 'abcdefghi')
    expect(response.isPaused()).toBe(false)
    await read()
    expect(received.join('')).toBe('1234567890abcdefghi')
  })

  it('can be disconnected while the service waits', async () => {
    const { response, res, relayed, disconnectReader } = relaying(
      createRelay({ maxBytesPerReader: 5 }),
    )
    await send(response, '12345')
    expect(res.destroyed).toBe(false)
    disconnectReader()
    expect(res.destroyed).toBe(true)
    await expect(relayed).resolves.toBeUndefined()
  })
})

describe('clients that do not read', () => {
  it('stall services beyond the bound of all responses', async () => {
    const relay = createRelay({ maxBytesPerReader: 100, maxBytesTotal: 10 })
    const [first, second] = [relaying(relay), relaying(relay)]
    await send(first.response, '1234')
    await send(first.response, '5')
    await send(second.response, '1234')
    expect(second.response.isPaused()).toBe(false)
    await send(second.response, '5')
    expect(second.response.isPaused()).toBe(true)
    expect(first.response.isPaused()).toBe(false)
  })

  it.each([
    ['has read', async ({ read }: ReturnType<typeof relaying>) => read()],
    ['has left', async ({ res }: ReturnType<typeof relaying>) => void res.destroy()],
  ])('release their bytes when one %s', async (_name, act) => {
    const relay = createRelay({ maxBytesPerReader: 100, maxBytesTotal: 10 })
    const [first, second] = [relaying(relay), relaying(relay)]
    await send(first.response, '123456789')
    await act(first)
    await eventLoopTurn()
    await send(second.response, '123456789')
    expect(second.response.isPaused()).toBe(false)
    await send(second.response, '0')
    expect(second.response.isPaused()).toBe(true)
  })
})
