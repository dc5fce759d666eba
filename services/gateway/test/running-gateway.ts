import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  createDevIdp,
  createTokenIssuer,
  LOCAL_POOL,
  localSettings,
} from '@landscape/dev/identity-provider'
import { listen, SECRET } from './gateway-fixture.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** A gateway in a separate process. */
export interface RunningGateway {
  url: string
  port: number
  /** Returns the output so far; it is complete after `stop`. */
  output: () => string
  stop: () => Promise<void>
}

/** Starts the gateway's main file. The settings are its entire environment. */
export async function startGateway(settings: Record<string, string>): Promise<RunningGateway> {
  const own = { PORT: '0', HOST: '127.0.0.1', INTERNAL_TOKEN_SECRET: SECRET }
  const child = fork(main, [], {
    env: { ...own, ...settings },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const { promise: listening, resolve, reject } = Promise.withResolvers<number>()
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
    const port = /"port":(\d+)/.exec(output)?.[1]
    if (port !== undefined) resolve(Number(port))
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  child.once('exit', () => reject(new Error(`the gateway ended:\n${output}`)))
  const port = await listening
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    output: () => output,
    stop: async () => {
      if (child.exitCode !== null) return
      // `close` follows the end of the output.
      const gone = once(child, 'close')
      child.kill()
      await gone
    },
  }
}

/** Starts a local identity provider that resets connections while `state.down`. */
export async function startIdp() {
  const issuer = createTokenIssuer(LOCAL_POOL)
  const respond = createDevIdp(LOCAL_POOL, issuer)
  const state = { down: false, fetches: 0 }
  const { url } = await listen((req, res) => {
    state.fetches++
    if (state.down) req.socket.destroy()
    else respond(req, res)
  })
  return {
    url,
    issuer,
    state,
    settings: { NODE_ENV: 'production', ...localSettings(LOCAL_POOL, url) },
  }
}
