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

/** Answers with the method and body of each request, after a while. */
async function echo(port: number, host = '127.0.0.1', afterMs = 0) {
  const answer = async (req: IncomingMessage, res: ServerResponse) => {
    const body = await text(req)
    await sleep(afterMs)
    res.end(`${req.method} ${body}`)
  }
  const server = createServer((req, res) => void answer(req, res))
  servers.push(server)
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

async function send(agent: Agent, port: number, method = 'GET', body = '', host = '127.0.0.1') {
  const call = request({ agent, host, port, method })
  call.end(body)
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  return text(answer)
}

describe('createConnectingAgent', () => {
  it('says when nobody was reached, and gives a request no connection before it stands', async () => {
    const port = await freePort()
    const call = request({ agent: newAgent(), host: '127.0.0.1', port, method: 'POST' })
    let given = 0
    call.on('socket', () => given++)
    const [error] = (await once(call, 'error')) as [Error]
    expect(isNotReached(error)).toBe(true)
    expect(given).toBe(0)
  })

  it.each(['destroy', 'resetAndDestroy'] as const)(
    'does not call a request unsent whose connection broke: %s',
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

  it('uses a connection again, and leaves a slow answer its time', async () => {
    const port = await freePort()
    const server = await echo(port, '127.0.0.1', 1_200)
    let connections = 0
    server.on('connection', () => connections++)
    const agent = newAgent()
    expect(await send(agent, port)).toBe('GET ')
    expect(await send(agent, port)).toBe('GET ')
    expect(connections).toBe(1)
  })

  it('lets go of a connection that is idle, however long the service would keep it', async () => {
    const port = await freePort()
    const server = await echo(port)
    server.keepAliveTimeout = 60_000
    const connected = once(server, 'connection')
    await send(newAgent(), port)
    const [connection] = (await connected) as [Socket]
    await once(connection, 'close')
  })

  it('gives a connection up that does not come to stand in time', async () => {
    // Takes connections, and says nothing to who wants to speak TLS.
    const server = createTcpServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const agent = createConnectingAgent(true, 50)
    agents.push(agent)
    const call = secureRequest({ agent, host: '127.0.0.1', port })
    const [error] = (await once(call, 'error')) as [Error]
    expect(error.message).toBe('Connection timed out')
    expect(isNotReached(error)).toBe(true)
    server.close()
  })

  it('speaks TLS', async () => {
    // A key that both know spares a certificate.
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
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    expect(await text(answer)).toBe('well')
  })
})
