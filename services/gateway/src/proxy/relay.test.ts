import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough, Writable } from 'node:stream'
import { describe, expect, it } from '@jest/globals'
import { createRelay } from './relay.ts'

/** An answer of a service, whose pieces the test sends. */
function answerOf(headers: Record<string, string> = {}, statusCode: number | undefined = 200) {
  const answer = new PassThrough()
  return Object.assign(answer, { headers, statusCode }) as PassThrough & IncomingMessage
}

/** A client that takes what it is sent only when the test says so. */
function client() {
  const headers: Record<string, unknown> = {}
  const waiting: (() => void)[] = []
  const taken: string[] = []
  const res = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _coding, done) {
      waiting.push(() => {
        taken.push(String(chunk))
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
    taken,
    /** Takes everything that came. */
    read: async () => {
      while (waiting.length > 0) {
        waiting.shift()?.()
        await turn()
      }
    },
  }
}

function slotOf() {
  const said: string[] = []
  let giveUp = () => {}
  const slot = {
    stall: (give: () => void) => {
      said.push('stall')
      giveUp = give
    },
    resume: () => void said.push('resume'),
  }
  return { slot, said, giveUp: () => giveUp() }
}

/** Everything that was under way has happened. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

async function send(answer: PassThrough, piece: string): Promise<void> {
  answer.write(piece)
  await turn()
}

async function endOf(answer: PassThrough): Promise<void> {
  answer.end()
  await turn()
}

/** An answer on its way to a client who takes nothing for now. */
function passing(pass: ReturnType<typeof createRelay>, headers = {}, statusCode?: number) {
  const answer = answerOf(headers, statusCode)
  const reader = client()
  const place = slotOf()
  const passed = pass(answer, reader.res, place.slot)
  // Looked at in the end.
  passed.catch(() => {})
  return { answer, ...reader, ...place, passed }
}

describe('an answer that is passed on', () => {
  it('has the status and the headers of the service, but for its connection', async () => {
    const { answer, began, headers } = passing(
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
    await send(answer, 'first')
    expect(began.status).toBe(206)
    expect(headers).toStrictEqual({ 'content-type': 'text/csv', 'set-cookie': 'a=1' })
  })

  it('begins with its first piece, or its end: until then it may become another', async () => {
    for (const go of [(answer: PassThrough) => send(answer, 'first'), endOf]) {
      const { answer, began } = passing(createRelay(), {}, 201)
      await turn()
      expect(began.status).toBe(0)
      await go(answer)
      expect(began.status).toBe(201)
    }
  })

  it.each([(answer: PassThrough) => send(answer, 'first'), endOf])(
    'is a failure when it has a head that Node refuses, told with its first piece or its end',
    async (go) => {
      const { answer, res, passed, taken } = passing(createRelay())
      Object.assign(res, {
        writeHead() {
          throw new Error('Invalid character')
        },
      })
      await go(answer)
      await expect(passed).rejects.toThrow('Invalid character')
      expect([answer.destroyed, taken]).toEqual([true, []])
    },
  )

  it('ends as the service ended it', async () => {
    const { answer, res, taken, read, passed } = passing(createRelay())
    await send(answer, 'first')
    answer.end('last')
    await turn()
    await read()
    expect(taken).toEqual(['first', 'last'])
    expect(res.writableFinished).toBe(true)
    await expect(passed).resolves.toBeUndefined()
  })

  it('ends with its last piece where its length was said', async () => {
    const { answer, res } = passing(createRelay(), { 'content-length': '9' })
    await send(answer, 'first')
    expect(res.writableEnded).toBe(false)
    await send(answer, 'last')
    expect(res.writableEnded).toBe(true)
  })

  it('is over for the service before its reader has read it', async () => {
    const { answer, taken, passed, said } = passing(createRelay({ maxBytesPerReader: 100 }))
    for (const piece of ['first', 'second']) await send(answer, piece)
    answer.end()
    await expect(passed).resolves.toBeUndefined()
    expect(taken).toEqual([])
    expect(said).toEqual([])
  })

  it('is a failure when it breaks off', async () => {
    const { answer, passed } = passing(createRelay())
    await send(answer, 'half')
    answer.destroy(new Error('other side closed'))
    await expect(passed).rejects.toThrow('The response ended early')
  })

  it('is nobody’s failure when the client leaves', async () => {
    const { answer, res, passed } = passing(createRelay())
    await send(answer, 'half')
    res.destroy()
    await expect(passed).resolves.toBeUndefined()
    // What still comes is for nobody.
    await send(answer, 'more')
    expect(answer.isPaused()).toBe(false)
  })
})

describe('a reader who takes nothing', () => {
  it('keeps the service waiting only beyond the bound for one, until everything was taken', async () => {
    const { answer, taken, said, read } = passing(createRelay({ maxBytesPerReader: 10 }))
    await send(answer, '12345')
    await send(answer, '6789')
    expect([answer.isPaused(), said]).toEqual([false, []])
    await send(answer, '0')
    expect([answer.isPaused(), said]).toEqual([true, ['stall']])
    await read()
    expect(said).toEqual(['stall', 'resume'])
    expect(answer.isPaused()).toBe(false)
    // And has the whole bound again.
    await send(answer, 'abcdefghi')
    expect(answer.isPaused()).toBe(false)
    await read()
    expect(taken.join('')).toBe('1234567890abcdefghi')
  })

  it('may be given up while the service waits', async () => {
    const { answer, res, passed, giveUp } = passing(createRelay({ maxBytesPerReader: 5 }))
    await send(answer, '12345')
    expect(res.destroyed).toBe(false)
    giveUp()
    expect(res.destroyed).toBe(true)
    await expect(passed).resolves.toBeUndefined()
  })
})

describe('readers who take nothing', () => {
  it('keep services waiting beyond the bound for all together', async () => {
    const pass = createRelay({ maxBytesPerReader: 100, maxBytesTotal: 10 })
    const [first, second] = [passing(pass), passing(pass)]
    await send(first.answer, '1234')
    await send(first.answer, '5')
    await send(second.answer, '1234')
    expect(second.answer.isPaused()).toBe(false)
    await send(second.answer, '5')
    expect(second.answer.isPaused()).toBe(true)
    expect(first.answer.isPaused()).toBe(false)
  })

  it.each([
    ['has read', async ({ read }: ReturnType<typeof passing>) => read()],
    ['has left', async ({ res }: ReturnType<typeof passing>) => void res.destroy()],
  ])('leave room for others once one %s', async (_what, go) => {
    const pass = createRelay({ maxBytesPerReader: 100, maxBytesTotal: 10 })
    const [first, second] = [passing(pass), passing(pass)]
    await send(first.answer, '123456789')
    await go(first)
    await turn()
    await send(second.answer, '123456789')
    expect(second.answer.isPaused()).toBe(false)
    await send(second.answer, '0')
    expect(second.answer.isPaused()).toBe(true)
  })
})
