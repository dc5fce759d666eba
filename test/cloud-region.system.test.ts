import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createIdentitySigner, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { fetch } from './support/fetch.ts'
import { freePorts } from './support/free-ports.ts'
import { pause, run, type Command } from './support/process.ts'
import { switchable, type Switchable } from './support/switchable.ts'

const SECRET = 'secret of the tests of the region only'
const REGION = 'eu-west-2'

/**
 * Region and service in the signature of each request (AWS Signature Version 4:
 * key/date/region/service/aws4_request).
 */
const scopes = new Set<string>()
const started: Command[] = []
let cloud: Switchable
let directory: string
beforeAll(async () => {
  cloud = await switchable(createServer(respondAsCloud))
  directory = await mkdtemp(join(tmpdir(), 'landscape-region-'))
})
afterEach(async () => {
  for (const one of started.splice(0)) {
    one.signal('SIGTERM')
    await one.exit
  }
  scopes.clear()
})
afterAll(async () => {
  await cloud?.disconnect()
  await rm(directory, { recursive: true, force: true })
})

/** Keys that were written. */
const written = new Set<string>()

/** Responds as a store of one version that honours conditions; any other service fails. */
function respondAsCloud({ headers, method, url = '' }: IncomingMessage, res: ServerResponse): void {
  const [, region, service = ''] =
    /Credential=[^/]+\/\d+\/([^/]+)\/([^/]+)\//.exec(headers.authorization ?? '') ?? []
  scopes.add(`${service} in ${region}`)
  if (service !== 's3') res.writeHead(400).end('{}')
  else if (method === 'PUT' && isAccepted(url, headers)) {
    written.add(keyOf(url))
    res.writeHead(200, { etag: ETAG }).end()
  } else if (method === 'PUT') res.writeHead(412).end(s3Error('PreconditionFailed'))
  else res.writeHead(404).end(s3Error('NoSuchKey'))
}

const ETAG = '"one"'
const keyOf = (url: string) => url.split('?')[0] ?? ''

function isAccepted(url: string, headers: IncomingMessage['headers']): boolean {
  const isWritten = written.has(keyOf(url))
  return isWritten ? headers['if-match'] === ETAG : headers['if-none-match'] === '*'
}

const s3Error = (code: string) => `<Error><Code>${code}</Code><Message>-</Message></Error>`

/** Starts the assistant service without other regions in the environment. */
async function start(settings: Record<string, string>): Promise<Command & { url: string }> {
  const [port] = await freePorts(1)
  const command = run(['services/assistant/src/main.ts'], {
    PATH: process.env['PATH'] ?? '',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_ENDPOINT_URL: cloud.origin,
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    INTERNAL_TOKEN_SECRET: SECRET,
    HOST: '127.0.0.1',
    PORT: String(port),
    ...settings,
  })
  started.push(command)
  return { ...command, url: `http://127.0.0.1:${port}` }
}

const STORAGE = {
  OBJECT_STORE: 's3',
  S3_FORCE_PATH_STYLE: 'true',
  MAIN_BUCKET_NAME: 'acme-main',
  AUDIT_TOOL_BUCKET_NAME: 'acme-audit',
  ASSISTANT_BUCKET_NAME: 'acme-assistant',
}
const KEY = { SCM_ORG: 'acme', SCM_APP_ID: '1001', SECRET_NAME: 'app-key' }
const LOGS = { LOG_GROUP_NAME: 'landscape' }

describe('CLOUD_REGION', () => {
  // spec: 8-r3
  it('is the region of the store, the secrets manager and the log group', async () => {
    const service = await start({ ...STORAGE, ...KEY, ...LOGS, CLOUD_REGION: REGION })
    await service.prints('"msg":"listening"')
    const identity = { subject: '1', email: 'kim@acme.example', groups: ['admin'] }
    const token = await createIdentitySigner(SECRET).sign(identity, 'assistant')
    // The first request to the source-control host reads the app's key.
    await fetch(`${service.url}/assistant/api/seats`, { headers: { [IDENTITY_HEADER]: token } })
    while (scopes.size < 3) await pause()
    expect([...scopes].toSorted()).toEqual([
      `logs in ${REGION}`,
      `s3 in ${REGION}`,
      `secretsmanager in ${REGION}`,
    ])
  })

  // spec, otherwise: 8-r3
  it.each([
    ['buckets', { ...STORAGE, AWS_ENDPOINT_URL: '' }, ' (region of the buckets)'],
    ['a secret', KEY, ': required by SECRET_NAME ('],
    ['a log group', LOGS, ': required by LOG_GROUP_NAME ('],
  ])('is reported at the start when %s require it', async (_what, settings, reason) => {
    const embedded = { OBJECT_STORE: 'embedded', DATA_DIR: directory }
    const service = await start({ ...embedded, ...settings })
    await service.prints('Invalid configuration')
    expect(await service.exit).toBe(1)
    expect(service.output()).toContain(
      `  CLOUD_REGION: is not set, and neither is AWS_REGION${reason}`,
    )
    expect([...scopes]).toEqual([])
  })
})
