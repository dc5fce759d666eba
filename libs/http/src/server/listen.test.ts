import { once } from 'node:events'
import { createServer } from 'node:http'
import { Server, type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, it } from '@jest/globals'
import { listen } from './listen.ts'

const host = '127.0.0.1'
const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1')
const server = createServer((_req, res) => res.end())
afterEach(() => void server.close())

/** A server that fails to listen with this error code. */
function failing(code: string): Server {
  return Object.assign(new Server(), {
    listen(this: Server) {
      return this.emit('error', Object.assign(new Error('failed'), { code }))
    },
  })
}

describe('listen', () => {
  it('resolves when the port is open, and removes its error listener', async () => {
    await listen(server, host, 0)
    const { port } = server.address() as AddressInfo
    expect((await fetch(`http://${host}:${port}`, { headers: { connection: 'close' } })).ok).toBe(
      true,
    )
    expect(server.listenerCount('error')).toBe(0)
  })

  it('serves IPv6 and IPv4 without an address', async () => {
    const both = createServer((_req, res) => res.end())
    await listen(both, undefined, 0)
    const { port } = both.address() as AddressInfo
    for (const host of hasIpv6 ? ['127.0.0.1', '[::1]'] : ['127.0.0.1']) {
      const url = `http://${host}:${port}`
      expect((await fetch(url, { headers: { connection: 'close' } })).ok).toBe(true)
    }
    both.close()
    await expect(listen(failing('EADDRINUSE') as never, undefined, 80)).rejects.toThrow(
      'Port 80 is in use on all addresses',
    )
  })

  it('names the setting when the port is in use', async () => {
    const other = createServer().listen(0, host)
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(listen(server, host, port, 'METRICS_PORT')).rejects.toThrow(
      `Port ${port} is in use on 127.0.0.1: stop the other process, or set METRICS_PORT to another port`,
    )
    other.close()
  })

  it('names HOST when the address is not local', async () => {
    await expect(listen(server, '192.0.2.1', 0)).rejects.toThrow(
      'Port 0 cannot be used: 192.0.2.1 is not an address of this machine, check HOST',
    )
  })

  it('names the remedy when the port requires privileges', async () => {
    const outcome = listen(failing('EACCES') as never, host, 80)
    await expect(outcome).rejects.toMatchObject({
      message: 'Port 80 may not be used by this user: set PORT to a port above 1023',
      cause: { code: 'EACCES' },
    })
  })

  it('rethrows other errors', async () => {
    await expect(listen(failing('ENOTFOUND') as never, host, 80)).rejects.toThrow('failed')
  })
})
