import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A Redis of one's own that keeps nothing. */
export interface RedisServer {
  url: string
  /** Makes it stop answering while its connections stay open, or lets it go on. */
  signal: (name: 'SIGSTOP' | 'SIGCONT') => void
  stop: () => Promise<void>
}

/** Whether this machine has a Redis: Debian's package redis-server, for example. */
export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0
}

/** Starts a Redis and resolves when it answers. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  )
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error('redis-server ended')
    await sleep(25)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    signal: (name) => void child.kill(name),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGCONT')
      child.kill()
      await gone
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
