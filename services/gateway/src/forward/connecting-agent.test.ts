import {
  createServer,
  request,
  type Agent,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createSecureServer, request as secureRequest } from 'node:https'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createConnectingAgent, isNotReached } from './connecting-agent.ts'

const servers: Server[] = []
const agents: Agent[] = []
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy()
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

function newAgent() {
  const agent = createConnectingAgent(false)
  agents.push(agent)
  return agent
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Responds with the method and body of each request, after a delay. */
async function echo(port: number, host = '127.0.0.1', afterMs = 0) {
  const respond = async (req: IncomingMessage, res: ServerResponse) => {
    const body = await text(req)
    await sleep(afterMs)
    res.end(`${req.method} ${body}`)
  }
  const server = createServer((req, res) => void respond(req, res))
  servers.push(server)
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

async function send(agent: Agent, port: number, method = 'GET', body = '', host = '127.0.0.1') {
  const call = request({ agent, host, port, method })
  call.end(body)
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  return text(response)
}

describe('createConnectingAgent', () => {
  it('marks a failed connection before assigning it to a request', async () => {
    const port = await freePort()
    const call = request({ agent: newAgent(), host: '127.0.0.1', port, method: 'POST' })
    let assigned = 0
    call.on('socket', () => assigned++)
    const [error] = (await once(call, 'error')) as [Error]
    expect(isNotReached(error)).toBe(true)
    expect(assigned).toBe(0)
  })

  it.each(['destroy', 'resetAndDestroy'] as const)(
    'does not mark an established connection that breaks: %s',
    async (breakOff) => {
      const server = createServer((req) => req.socket[breakOff]())
      servers.push(server)
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const error: unknown = await send(newAgent(), port).catch((reason: unknown) => reason)
      expect(error).toMatchObject({ code: 'ECONNRESET' })
      expect(isNotReached(error)).toBe(false)
    },
  )

  it('reuses a connection and waits for a slow response', async () => {
    const port = await freePort()
    const server = await echo(port, '127.0.0.1', 1_200)
    let connections = 0
    server.on('connection', () => connections++)
    const agent = newAgent()
    expect(await send(agent, port)).toBe('GET ')
    expect(await send(agent, port)).toBe('GET ')
    expect(connections).toBe(1)
  })

  it('closes an idle connection that the service would keep', async () => {
    const port = await freePort()
    const server = await echo(port)
    server.keepAliveTimeout = 60_000
    const connected = once(server, 'connection')
    await send(newAgent(), port)
    const [connection] = (await connected) as [Socket]
    await once(connection, 'close')
  })

  it('cancels a connection that is not established in time', async () => {
    // Accepts connections without a TLS handshake.
    const accepted: Socket[] = []
    const server = createTcpServer((socket) => void accepted.push(socket)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const agent = createConnectingAgent(true, 50)
    agents.push(agent)
    const call = secureRequest({ agent, host: '127.0.0.1', port })
    const [error] = (await once(call, 'error')) as [Error]
    expect(error.message).toBe('Connection timed out')
    expect(isNotReached(error)).toBe(true)
    for (const socket of accepted) socket.destroy()
    server.close()
  })

  it('connects with TLS', async () => {
    // A pre-shared key needs no certificate.
    const shared = { ciphers: 'PSK', maxVersion: 'TLSv1.2' } as const
    const psk = Buffer.alloc(32, 7)
    const server = createSecureServer({ ...shared, pskCallback: () => psk }, (_req, res) =>
      res.end('well'),
    )
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const agent = createConnectingAgent(true)
    agents.push(agent)
    const keys = { pskCallback: () => ({ psk, identity: 'gateway' }) }
    const options = { ...shared, ...keys, checkServerIdentity: () => undefined }
    const call = secureRequest({ ...options, agent, host: '127.0.0.1', port })
    call.end()
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    expect(await text(response)).toBe('well')
  })
})
