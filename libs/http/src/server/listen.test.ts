import { once } from 'node:events'
import { createServer } from 'node:http'
import { Server, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from '@jest/globals'
import { listen } from './listen.ts'

const host = '127.0.0.1'
const server = createServer((_req, res) => res.end())
afterEach(() => void server.close())

/** A server that no port is given to, for this reason. */
function refused(code: string): Server {
  return Object.assign(new Server(), {
    listen(this: Server) {
      return this.emit('error', Object.assign(new Error('refused'), { code }))
    },
  })
}

describe('listen', () => {
  it('comes back when the port is open, and leaves later errors to others', async () => {
    await listen(server, host, 0)
    const { port } = server.address() as AddressInfo
    expect((await fetch(`http://${host}:${port}`, { headers: { connection: 'close' } })).ok).toBe(
      true,
    )
    expect(server.listenerCount('error')).toBe(0)
  })

  it('says that a port is taken, and which setting is about it', async () => {
    const other = createServer().listen(0, host)
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(listen(server, host, port, 'METRICS_PORT')).rejects.toThrow(
      `Port ${port} is in use on 127.0.0.1: stop what is listening there, or set METRICS_PORT to another port`,
    )
    other.close()
  })

  it('says that an address is not one of this machine', async () => {
    await expect(listen(server, '192.0.2.1', 0)).rejects.toThrow(
      'Port 0 cannot be used: 192.0.2.1 is not an address of this machine, check HOST',
    )
  })

  it('says that a port needs more rights', async () => {
    const outcome = listen(refused('EACCES') as never, host, 80)
    await expect(outcome).rejects.toMatchObject({
      message: 'Port 80 may not be used by this user: set PORT to a port above 1023',
      cause: { code: 'EACCES' },
    })
  })

  it('leaves other errors as they are', async () => {
    await expect(listen(refused('ENOTFOUND') as never, host, 80)).rejects.toThrow('refused')
  })
})
