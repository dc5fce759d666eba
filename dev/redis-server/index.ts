import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A private Redis without persistence. */
export interface RedisServer {
  url: string
  /** Freezes Redis with open connections, or resumes it. */
  signal: (name: 'SIGSTOP' | 'SIGCONT') => void
  stop: () => Promise<void>
}

/** Whether `redis-server` is installed, for example from Debian's package. */
export function hasRedis(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0
}

/** Starts a Redis and resolves when it accepts connections. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  const child = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: 'ignore' },
  )
  while (!(await isListening(port))) {
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

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
}
