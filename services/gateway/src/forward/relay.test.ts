import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, Writable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { relay } from './relay.ts'

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
      removeHeader: () => {},
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
function relaying(headers = {}, statusCode?: number) {
  const response = responseWith(headers, statusCode)
  const reader = client()
  const relayed = relay(response, reader.res)
  // Tests await it later.
  relayed.catch(() => {})
  return { response, ...reader, relayed }
}

describe('relay', () => {
  it('forwards the status and the headers, except those of the connection', async () => {
    const { response, began, headers } = relaying(
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
      const { response, began } = relaying({}, 201)
      await eventLoopTurn()
      expect(began.status).toBe(0)
      await act(response)
      expect(began.status).toBe(201)
    }
  })

  it.each([(response: PassThrough) => send(response, 'first'), endOf])(
    'rejects when Node rejects the head of the response',
    async (act) => {
      const { response, res, relayed, received } = relaying()
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
    const { response, res, received, read, relayed } = relaying()
    await send(response, 'first')
    response.end('last')
    await eventLoopTurn()
    await read()
    expect(received).toEqual(['first', 'last'])
    expect(res.writableFinished).toBe(true)
    await expect(relayed).resolves.toBeUndefined()
  })

  it('ends the response with its last chunk when its length is known', async () => {
    const { response, res, read } = relaying({ 'content-length': '9' })
    await send(response, 'first')
    await read()
    expect(res.writableEnded).toBe(false)
    await send(response, 'last')
    expect(res.writableEnded).toBe(true)
  })

  it('rejects when the response ends early', async () => {
    const { response, relayed, read } = relaying()
    await send(response, 'half')
    await read()
    response.destroy(new Error('other side closed'))
    await expect(relayed).rejects.toThrow('The response ended early')
  })

  it('resolves when the client leaves', async () => {
    const { response, res, relayed } = relaying()
    await send(response, 'half')
    res.destroy()
    await expect(relayed).resolves.toBeUndefined()
  })
})

describe('a client that does not read', () => {
  it('makes the service wait until it reads', async () => {
    const { response, received, read } = relaying()
    await send(response, 'first')
    expect(response.isPaused()).toBe(true)
    await read()
    expect(response.isPaused()).toBe(false)
    await send(response, 'last')
    await read()
    expect(received).toEqual(['first', 'last'])
  })

  it('is disconnected when the service ends the response', async () => {
    const { response, res, relayed } = relaying()
    await send(response, 'first')
    response.destroy(new Error('timed out'))
    await expect(relayed).resolves.toBeUndefined()
    expect(res.destroyed).toBe(true)
  })
})
