import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SERVER_NAME } from './install.ts'

/** Connection parameters of a running server. */
interface S3Server {
  name: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  buckets: { main: string; 'audit-tool': string; assistant: string }
}

const BUCKET_NAMES: S3Server['buckets'] = {
  main: 'landscape-main',
  'audit-tool': 'landscape-audit-tool',
  assistant: 'landscape-assistant',
}

const START_TIMEOUT_MS = 15_000
const REGION = 'us-east-1'
/** Public, because the server listens on loopback only. */
const CREDENTIALS = { accessKeyId: 'landscape', secretAccessKey: 'landscape-on-loopback' }

// The server ends when its standard input closes, so it never outlives its parent process.
const SUPERVISOR = '"$0" "$@" & server=$!; cat >/dev/null; kill "$server"; wait "$server"'

/**
 * Starts the server on loopback with three empty buckets.
 *
 * @param directory for objects; its file system must support extended attributes
 * @param port 0 for a free one
 * @throws Error with the output of the server when it does not start
 */
export async function launchServer(
  binary: string,
  directory: string,
  port = 0,
): Promise<{ server: S3Server; stop: () => Promise<void> }> {
  const root = join(directory, 'objects')
  // A directory below the root is a bucket.
  for (const name of Object.values(BUCKET_NAMES)) await mkdir(join(root, name), { recursive: true })
  const address = `127.0.0.1:${port === 0 ? await freePort() : port}`
  const { accessKeyId, secretAccessKey } = CREDENTIALS
  const child = spawn(
    'sh',
    [
      '-c',
      SUPERVISOR,
      binary,
      '--port',
      address,
      '--keep-alive',
      '--quiet',
      '--health',
      '/health',
    ].concat(['--region', REGION, 'posix', root]),
    {
      env: { ...process.env, ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey },
      stdio: ['pipe', 'ignore', 'pipe'],
    },
  )
  const stop = async () => {
    if (child.exitCode !== null) return
    const exited = once(child, 'exit')
    child.stdin?.end()
    await exited
  }
  try {
    await untilHealthy(`http://${address}/health`, child)
  } catch (error) {
    await stop()
    throw error
  }
  const endpoint = `http://${address}`
  return {
    server: { name: SERVER_NAME, endpoint, region: REGION, ...CREDENTIALS, buckets: BUCKET_NAMES },
    stop,
  }
}

async function untilHealthy(url: string, child: ChildProcess): Promise<void> {
  let output = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-2_000)
  })
  const until = performance.now() + START_TIMEOUT_MS
  while (performance.now() < until) {
    const healthy = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (healthy) return
    await sleep(50)
  }
  throw new Error(`${SERVER_NAME} does not start: ${output.trim() || 'no output'}`)
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
