import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createKeyReader } from '../src/host/private-key.ts'

const requests: { target: string | undefined; body: unknown }[] = []
async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const body = JSON.parse(await text(req)) as { SecretId: string }
  requests.push({ target: String(req.headers['x-amz-target']), body })
  res.setHeader('content-type', 'application/x-amz-json-1.1')
  if (body.SecretId === 'app-key') res.end(JSON.stringify({ SecretString: 'the key' }))
  else if (body.SecretId === 'binary') res.end(JSON.stringify({ SecretBinary: 'AAAA' }))
  else res.writeHead(400).end(JSON.stringify({ __type: 'ResourceNotFoundException' }))
}
const secrets = createServer((req, res) => void respond(req, res))

/** Variables that the SDK reads. */
const SDK = ['AWS_ENDPOINT_URL', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] as const
const before = Object.fromEntries(SDK.map((name) => [name, process.env[name]]))

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    secrets.listen(0, '127.0.0.1', resolve)
  })
  const { port } = secrets.address() as AddressInfo
  const values = [`http://127.0.0.1:${port}`, 'test', 'test']
  for (const [i, name] of SDK.entries()) process.env[name] = values[i]
})
afterAll(() => {
  for (const name of SDK) {
    if (before[name] === undefined) delete process.env[name]
    else process.env[name] = before[name]
  }
  secrets.close().closeAllConnections()
})

const read = (secretName: string | undefined, file?: string) =>
  createKeyReader({ secretName, region: 'xx-local-1', file })()

describe('createKeyReader', () => {
  // spec: 8-r5
  it('reads the named secret', async () => {
    expect(await read('app-key')).toBe('the key')
    expect(requests).toEqual([
      { target: 'secretsmanager.GetSecretValue', body: { SecretId: 'app-key' } },
    ])
  })

  // spec, otherwise: 8-r5
  it.each(['missing', 'binary'])('rejects when the secret is %s', async (name) => {
    await expect(read(name)).rejects.toThrow()
  })

  it('reads a file when no secret is named, and rejects without either', async () => {
    expect(await read(undefined, new URL(import.meta.url).pathname)).toContain('createKeyReader')
    await expect(read(undefined, '/nowhere/key.pem')).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(read(undefined)).rejects.toThrow('No private key is configured')
  })
})
