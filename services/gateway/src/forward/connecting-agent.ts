import { Agent as HttpAgent, type AgentOptions } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { callbackify } from 'node:util'

type ConnectOptions = Parameters<HttpAgent['createConnection']>[0]

const CONNECT_TIMEOUT_MS = 2_000
/**
 * Services keep idle connections open for longer than this after they start to stop, so that no request is
 * sent on a connection that is being closed.
 */
const IDLE_MS = 750
const MAX_IDLE_SOCKETS = 64

const notReached = new WeakSet<object>()

/**
 * Whether no connection was established, so that no byte was sent. The error code does not show it: an
 * established connection can time out as well.
 */
export function isNotReached(error: unknown): boolean {
  return Error.isError(error) && notReached.has(error)
}

/** An agent of established connections. */
export type ConnectingAgent = HttpAgent & {
  /** Closes the connections that no request uses. */
  closeIdle: () => void
}

/**
 * Keeps connections alive, and assigns a connection to a request only once it is established: when
 * connecting fails, a request of any method can be sent to another replica.
 */
export function createConnectingAgent(
  secure: boolean,
  connectTimeoutMs: number = CONNECT_TIMEOUT_MS,
): ConnectingAgent {
  const settings: AgentOptions = { keepAlive: true, maxFreeSockets: MAX_IDLE_SOCKETS }
  const agent = secure ? new HttpsAgent(settings) : new HttpAgent(settings)
  const open = agent.createConnection.bind(agent)
  const keepAlive = agent.keepSocketAlive.bind(agent)

  function dial(to: ConnectOptions): Promise<Socket> {
    const { promise, resolve, reject } = Promise.withResolvers<Socket>()
    const socket = open(to) as Socket
    const timer = setTimeout(() => {
      socket.destroy(new Error('Connection timed out'))
    }, connectTimeoutMs)
    const failed = (error: Error) => {
      clearTimeout(timer)
      notReached.add(error)
      reject(error)
    }
    socket.once('error', failed)
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      socket.off('error', failed)
      resolve(socket)
    })
    return promise
  }

  const dialThen = callbackify(dial)
  agent.createConnection = (to, done) => {
    dialThen(to, (error, socket) => done?.(error, socket))
    return undefined
  }
  agent.keepSocketAlive = (socket) => {
    const kept = keepAlive(socket)
    ;(socket as Socket).setTimeout(IDLE_MS)
    return kept
  }
  return Object.assign(agent, {
    closeIdle() {
      for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy()
    },
  })
}
