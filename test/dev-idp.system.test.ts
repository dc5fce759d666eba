import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from '@jest/globals'
import { LOCAL_POOL, localSettings } from '@landscape/dev/identity-provider'
import { fetch } from './support/fetch.ts'
import { freePorts } from './support/free-ports.ts'
import { startLandscape } from './support/landscape.ts'

const script = (name: string) =>
  fileURLToPath(new URL(`../dev/identity-provider/${name}.ts`, import.meta.url))
const running: ChildProcess[] = []
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

function run(name: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [script(name), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const untilPrinted = async (text: string) => {
    while (!output.includes(text)) await once(child.stdout, 'data')
  }
  const ended = async () => {
    if (child.exitCode === null) await once(child, 'close')
    return { code: child.exitCode, output }
  }
  return { child, untilPrinted, ended }
}

describe('npm run dev:idp', () => {
  it('supports production sign-in on a laptop', async () => {
    const [port = 0] = await freePorts(1)
    const env = { DEV_IDP_PORT: String(port) }
    const idp = run('main', [], env)
    await idp.untilPrinted('Send a request, for example')
    const landscape = await startLandscape({
      services: ['gateway', 'projects'],
      env: {
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        ...localSettings(LOCAL_POOL, `http://127.0.0.1:${port}`),
      },
    })
    try {
      const args = ['--email', 'kim@acme.example', '--groups', 'admin,reviewer']
      const { output, code } = await run('token', args, env).ended()
      expect(code).toBe(0)
      const headers = Object.fromEntries(
        output
          .trim()
          .split('\n')
          .map((line) => line.split(': ', 2) as [string, string]),
      )
      expect(Object.keys(headers)).toEqual([
        'authorization',
        'x-amzn-oidc-data',
        'x-amzn-oidc-accesstoken',
      ])
      const info = await fetch(`${landscape.url}/user/api/info`, { headers })
      expect(await info.json()).toMatchObject({
        user: { email: 'kim@acme.example', groups: ['admin', 'reviewer'] },
      })
      expect((await fetch(`${landscape.url}/api/v1/user`, { headers })).status).toBe(200)
      expect((await fetch(`${landscape.url}/user/api/info`)).status).toBe(401)
    } finally {
      await landscape.stop()
    }
    idp.child.kill('SIGTERM')
    expect((await idp.ended()).code).toBe(0)
  })

  it('does not run in production', async () => {
    const { code, output } = await run('main', [], { NODE_ENV: 'production' }).ended()
    expect([code, output]).toEqual([
      1,
      'The local identity provider does not run with NODE_ENV=production.\n',
    ])
  })

  it('rejects requests of web pages and other host names', async () => {
    const [port = 0] = await freePorts(1)
    const idp = run('main', [], { DEV_IDP_PORT: String(port) })
    await idp.untilPrinted('Send a request, for example')
    const request = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/tokens`, {
        method: 'POST',
        headers,
        body: '{"email":"kim@acme.example"}',
      })
    expect((await request({})).status).toBe(200)
    expect((await request({ origin: 'http://evil.example' })).status).toBe(403)
    idp.child.kill('SIGTERM')
    await idp.ended()
  })
})

describe('npm run dev:token', () => {
  it('reports missing arguments and an unreachable provider', async () => {
    const [port = 0] = await freePorts(1)
    const env = { DEV_IDP_PORT: String(port) }
    expect(await run('token', [], env).ended()).toMatchObject({
      code: 2,
      output: expect.stringContaining('npm run dev:token -- --help shows how to use it'),
    })
    expect(await run('token', ['--email', 'kim@acme.example'], env).ended()).toMatchObject({
      code: 1,
      output: expect.stringContaining('Start it with "npm run dev:idp"'),
    })
  })
})
