import { createServer, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createConnectingAgent, isNotReached } from './connecting-agent.ts'
import { createGet } from './get.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function listening(server: Server, scheme = 'http'): Promise<URL> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return new URL(`${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`)
}
const serving = (listener: RequestListener) => listening(createServer(listener))
const question = (path = '/') => ({ path, headers: {} })
const get = (timeoutMs = 60_000) => createGet(createConnectingAgent(false), timeoutMs)

describe('createGet', () => {
  it('asks for the path with its query, and says what it is told', async () => {
    const url = await serving((req, res) => {
      res.end(`${req.method} ${req.url} ${String(req.headers['x-request-id'])}`)
    })
    const answer = await get()(url, {
      path: '/api/json?a=%20b',
      headers: { 'x-request-id': 'mine' },
    })
    expect(await text(answer)).toBe('GET /api/json?a=%20b mine')
  })

  it('tells whether a byte was sent', async () => {
    const dies = await serving((req) => void req.socket.destroy())
    const died = await get()(dies, question()).catch((error: unknown) => error)
    expect([Error.isError(died), isNotReached(died)]).toEqual([true, false])
    const refuses = await get()(new URL('http://127.0.0.1:9'), question()).catch((e: unknown) => e)
    expect(isNotReached(refuses)).toBe(true)
  })

  it.each([100, 101, 150, 199, 600, 999])('takes %i for no answer', async (status) => {
    const url = await listening(
      createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.write(`HTTP/1.1 ${status} Odd\r\n\r\nHTTP/1.1 ${status} Odd\r\n\r\n`)
        socket.end()
      }),
    )
    await expect(get()(url, question())).rejects.toThrow(
      /^Answered with status \d|^socket hang up$/,
    )
  })

  it('takes another protocol for no answer, and lets the connection go', async () => {
    const closed = Promise.withResolvers<string>()
    const url = await listening(
      createTcpServer((socket) => {
        socket
          .on('error', () => {})
          .on('close', () => closed.resolve('closed'))
          .resume()
        socket.write('HTTP/1.1 101 Odd\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')
      }),
    )
    await expect(get()(url, question())).rejects.toThrow('Switched protocols unasked')
    expect(await closed.promise).toBe('closed')
  })

  it('gives up a service that is silent, before its answer and in the middle of it', async () => {
    const url = await serving((req, res) => {
      if (req.url === '/half') res.writeHead(200, { 'content-length': '10' }).write('half')
    })
    await expect(get(50)(url, question('/silent'))).rejects.toThrow('Silent')
    const half = await get(50)(url, question('/half'))
    await expect(text(half)).rejects.toThrow('aborted')
  })

  it('speaks TLS where the address says so', async () => {
    const first = Promise.withResolvers<number | undefined>()
    const url = await listening(
      createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', (hello) => {
          first.resolve(hello[0])
          socket.destroy()
        })
      }),
      'https',
    )
    const error = await createGet(createConnectingAgent(true), 60_000)(url, question()).catch(
      (failure: unknown) => failure,
    )
    expect(await first.promise).toBe(0x16)
    expect(isNotReached(error)).toBe(true)
  })
})
