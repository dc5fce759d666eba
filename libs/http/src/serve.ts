import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from '@landscape/logging'

export interface ServeOptions {
  host: string
  port: number
  logger: Logger
  /** Milliseconds that requests in flight get when the server is told to stop. */
  drainMs?: number
  /** Most bytes of a request's headers; Node's 16 KB when absent. */
  maxHeaderBytes?: number
}

export interface Running {
  /** The port in use; the system's choice when 0 was asked for. */
  port: number
  isDraining: () => boolean
  /** Stops accepting, lets requests in flight finish, then resolves. */
  drain: () => Promise<void>
}

/**
 * Starts an HTTP server.
 * @throws Error with a text for the operator when the port cannot be used
 */
export async function serve(
  app: (running: { isDraining: () => boolean }) => RequestListener,
  { host, port, logger, drainMs = 8_000, maxHeaderBytes }: ServeOptions,
): Promise<Running> {
  let draining = false
  const isDraining = () => draining
  const server = createServer(
    maxHeaderBytes === undefined ? {} : { maxHeaderSize: maxHeaderBytes },
    app({ isDraining }),
  )
  // Behind a load balancer that keeps idle connections for 60 s, ours must live longer.
  server.keepAliveTimeout = 65_000
  server.headersTimeout = 66_000
  server.prependListener('request', (_req, res) => {
    if (draining) res.setHeader('connection', 'close')
  })
  await listen(server, host, port)
  const actual = (server.address() as AddressInfo).port
  logger.info({ host, port: actual }, 'listening')
  let done: Promise<void> | undefined
  return {
    port: actual,
    isDraining,
    drain: () => {
      draining = true
      done ??= closeServer(server, drainMs)
      return done
    },
  }
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        resolve()
      })
    })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} is in use on ${host}`, { cause: error })
    if (code === 'EACCES') throw new Error(`Port ${port} may not be used`, { cause: error })
    throw error
  }
}

async function closeServer(server: Server, forceAfterMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // `close` alone waits for connections that went idle after it was called.
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  const force = setTimeout(() => server.closeAllConnections(), forceAfterMs)
  try {
    await closed
  } finally {
    clearInterval(sweep)
    clearTimeout(force)
  }
}
