import { Agent as HttpAgent, type AgentOptions } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'
import { isNotReached } from './upstream-error.ts'

export interface PatientAgentOptions {
  secure: boolean
  /** Hosts of every replica. */
  hosts: () => readonly string[]
  /** How long a service may refuse connections before its requests fail; a restart takes less. */
  patienceMs: number
  connectTimeoutMs?: number
}

type ConnectOptions = Parameters<HttpAgent['createConnection']>[0]

const CONNECT_TIMEOUT_MS = 2_000
const PAUSE_MS = 50
/**
 * Services keep an idle connection open for longer than this after they were told to stop, so a
 * request never goes out on a connection that is just being closed.
 */
const IDLE_MS = 750
const MAX_IDLE_SOCKETS = 64

/**
 * Keeps connections alive, and waits for a service that restarts. Only connecting is tried again:
 * no byte of the request was sent by then, so this is safe for every method.
 */
export function createPatientAgent(options: PatientAgentOptions): HttpAgent {
  const { secure, hosts, patienceMs, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options
  const settings: AgentOptions = { keepAlive: true, maxFreeSockets: MAX_IDLE_SOCKETS }
  const agent = secure ? new HttpsAgent(settings) : new HttpAgent(settings)
  const open = agent.createConnection.bind(agent)
  const keepAlive = agent.keepSocketAlive.bind(agent)
  let refusedSince: number | undefined
  let back: Promise<void> | undefined

  function dial(to: ConnectOptions): Promise<Socket> {
    const { promise, resolve, reject } = Promise.withResolvers<Socket>()
    const socket = open(to) as Socket
    const timer = setTimeout(() => {
      socket.destroy(Object.assign(new Error('No connection in time'), { code: 'ETIMEDOUT' }))
    }, connectTimeoutMs)
    const failed = (error: Error) => {
      clearTimeout(timer)
      reject(error)
    }
    socket.once('error', failed)
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      socket.off('error', failed)
      refusedSince = undefined
      resolve(socket)
    })
    return promise
  }

  /** The host that was asked for, else another replica. */
  async function dialAny(to: ConnectOptions): Promise<Socket> {
    const others = secure
      ? []
      : hosts()
          .map(bare)
          .filter((host) => host !== to.host)
    let refusal: unknown
    for (const host of [to.host, ...others]) {
      try {
        return await dial({ ...to, host: bare(host ?? 'localhost') })
      } catch (error) {
        if (!isNotReached(error)) throw error
        refusal = error
      }
    }
    throw refusal
  }

  const isLost = () => refusedSince !== undefined && performance.now() - refusedSince >= patienceMs

  /** One attempt after the other on behalf of everybody who waits. */
  async function untilBack(to: ConnectOptions): Promise<void> {
    for (;;) {
      await sleep(PAUSE_MS)
      try {
        const socket = await dialAny(to)
        socket.destroy()
        return
      } catch (error) {
        if (!isNotReached(error) || isLost()) throw error
      }
    }
  }

  async function connect(to: ConnectOptions): Promise<Socket> {
    try {
      return await dialAny(to)
    } catch (error) {
      if (!isNotReached(error)) throw error
      refusedSince ??= performance.now()
      if (isLost()) throw error
      back ??= untilBack(to).finally(() => (back = undefined))
      await back
      return dialAny(to)
    }
  }

  const connectThen = callbackify(connect)
  agent.createConnection = (to, done) => {
    connectThen(to, (error, socket) => done?.(error, socket))
    return undefined
  }
  agent.keepSocketAlive = (socket) => {
    const kept = keepAlive(socket)
    ;(socket as Socket).setTimeout(IDLE_MS)
    return kept
  }
  return agent
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}
