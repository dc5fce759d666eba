import {
  createServer,
  request,
  type Agent,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTcpServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from '@jest/globals'
import { createPatientAgent } from './patient-agent.ts'

const servers: Server[] = []
const agents: Agent[] = []
afterEach(() => {
  for (const agent of agents.splice(0)) agent.destroy()
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

function agentWith({ patienceMs = 5_000, hosts = [] as string[] } = {}) {
  const agent = createPatientAgent({ secure: false, hosts: () => hosts, patienceMs })
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

describe('createPatientAgent', () => {
  it('waits for a service that is about to listen, and sends a body once', async () => {
    const port = await freePort()
    const agent = agentWith()
    const answers = Promise.all(
      Array.from({ length: 20 }, (_, n) => send(agent, port, 'POST', String(n))),
    )
    await sleep(150)
    await echo(port)
    expect(await answers).toEqual(Array.from({ length: 20 }, (_, n) => `POST ${n}`))
  })

  it('fails when nobody listens for too long, and then at once until somebody does', async () => {
    const port = await freePort()
    const agent = agentWith({ patienceMs: 100 })
    await expect(send(agent, port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await expect(send(agent, port)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await echo(port)
    expect(await send(agent, port)).toBe('GET ')
  })

  it('tries another replica when one refuses', async () => {
    const port = await freePort()
    await echo(port, '127.0.0.2')
    const agent = agentWith({ hosts: ['127.0.0.1', '127.0.0.2'], patienceMs: 0 })
    expect(await send(agent, port)).toBe('GET ')
  })

  it('does not repeat a request whose connection broke', async () => {
    const port = await freePort()
    let seen = 0
    const server = createServer((req) => {
      seen++
      req.socket.destroy()
    })
    servers.push(server)
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    await expect(send(agentWith(), port)).rejects.toMatchObject({ code: 'ECONNRESET' })
    expect(seen).toBe(1)
  })

  it('uses a connection again, and leaves a slow answer its time', async () => {
    const port = await freePort()
    const server = await echo(port, '127.0.0.1', 1_200)
    let connections = 0
    server.on('connection', () => connections++)
    const agent = agentWith()
    expect(await send(agent, port)).toBe('GET ')
    expect(await send(agent, port)).toBe('GET ')
    expect(connections).toBe(1)
  })
})
