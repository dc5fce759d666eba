import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { parseConfig } from './config/parse-config.ts'
import {
  createFaultProxy,
  soundProbe,
  type Call,
  type Fault,
} from '@landscape/store/testing/fault-proxy'
import { openStore, storeProblems, StoreEnv } from './open-store.ts'

const NOWHERE = 'http://127.0.0.1:1'
const production = { development: false }
const names = {
  MAIN_BUCKET_NAME: 'acme-main',
  AUDIT_TOOL_BUCKET_NAME: 'acme-audit',
  ASSISTANT_BUCKET_NAME: 'acme-assistant',
}
const s3 = { ...names, S3_FORCE_PATH_STYLE: 'true', CLOUD_REGION: 'eu-west-2' }
const read = (env: Record<string, string>) => parseConfig(StoreEnv, env)
const ref = { bucket: 'main', key: 'a.json' } as const

let server: Awaited<ReturnType<typeof createFaultProxy>>
const calls: Call[] = []
const kept = { ...process.env }

const respondWith = (faultOf: (call: Call) => Fault) => {
  server.script.faultOf = (call) => {
    calls.push(call)
    return faultOf(call)
  }
}
/** Responds to every request with this fault. */
const respondToPuts = (fault: Fault) => respondWith(() => fault)

beforeEach(async () => {
  calls.length = 0
  server = await createFaultProxy(NOWHERE)
  respondWith(soundProbe)
  process.env['AWS_ENDPOINT_URL_S3'] = server.endpoint
  process.env['AWS_ACCESS_KEY_ID'] = 'key'
  process.env['AWS_SECRET_ACCESS_KEY'] = 'secret'
  delete process.env['AWS_REGION']
  process.env['AWS_CONFIG_FILE'] = '/dev/null'
})
afterEach(async () => {
  process.env = { ...kept }
  await server.close()
})

describe('openStore', () => {
  it('opens the embedded store in development and S3 otherwise', async () => {
    const memory = read({ DATA_DIR: ':memory:' })
    expect((await openStore(memory, { development: true })).kind).toBe('embedded')
    expect((await openStore(read(s3), production)).kind).toBe('s3')
  })

  // spec, otherwise: 1-s13
  it('reports every bucket that is not set', async () => {
    const opened = openStore(read({ AUDIT_TOOL_BUCKET_NAME: 'acme-audit' }), production)
    await expect(opened).rejects.toMatchObject({
      name: 'ConfigError',
      problems: [{ name: 'MAIN_BUCKET_NAME' }, { name: 'ASSISTANT_BUCKET_NAME' }],
    })
  })

  it('requires no region of a store with an endpoint of its own', async () => {
    const store = await openStore(read({ ...s3, CLOUD_REGION: '' }), production)
    expect(calls).not.toEqual([])
    store.close()
  })

  it('reports a region that neither the setting nor the SDK has', async () => {
    delete process.env['AWS_ENDPOINT_URL_S3']
    await expect(openStore(read({ ...s3, CLOUD_REGION: '' }), production)).rejects.toMatchObject({
      name: 'ConfigError',
      problems: [{ name: 'CLOUD_REGION' }],
    })
  })

  // spec: 1-s13
  it('probes only the buckets that the process writes to', async () => {
    await openStore(read(s3), { ...production, writes: ['audit-tool'] })
    expect(new Set(calls.map(({ path }) => path))).toEqual(
      new Set(['/acme-audit/.landscape/write-probe.json']),
    )
    calls.length = 0
    await openStore(read(s3), production)
    expect(new Set(calls.map(({ path }) => path.split('/')[1]))).toEqual(
      new Set(Object.values(names)),
    )
    calls.length = 0
    await openStore(read(s3), { ...production, writes: [] })
    expect(calls).toEqual([])
  })

  it('fails when the store ignores conditions or denies writes', async () => {
    respondToPuts({ kind: 'response', status: 200, headers: { etag: '"e"' } })
    await expect(openStore(read(s3), production)).rejects.toThrow('ignores If-None-Match on writes')
    respondToPuts({ kind: 'response', status: 403, code: 'AccessDenied' })
    await expect(openStore(read(s3), production)).rejects.toThrow('cannot be written to')
    for (const [status, code] of [
      [501, 'NotImplemented'],
      [400, 'InvalidArgument'],
    ] as const) {
      const body = `<Error><Code>${code}</Code><Message>No header x-amz-thing</Message></Error>`
      respondToPuts({ kind: 'response', status, body })
      await expect(openStore(read(s3), production)).rejects.toThrow(
        `${code} (HTTP ${status}): "No header x-amz-thing"`,
      )
    }
  })

  it('opens an unavailable store and writes only after a successful probe', async () => {
    server.reject()
    const store = await openStore(read(s3), production)
    const put = () => store.put(ref, Buffer.from('1'), { absent: true })
    await expect(put()).rejects.toMatchObject({ name: 'StoreUnavailable' })
    server.accept()
    respondToPuts({ kind: 'response', status: 200, headers: { etag: '"e"' } })
    await expect(put()).rejects.toMatchObject({ name: 'StoreUnfit' })
    expect(calls.every(({ path }) => path.includes('.landscape/'))).toBe(true)
    server.script.faultOf = (call) =>
      call.path.includes('.landscape/')
        ? soundProbe(call)
        : { kind: 'response', status: 200, headers: { etag: '"e"' } }
    expect(await put()).toEqual({ etag: 'e' })
    store.close()
  })
})

describe('StoreEnv', () => {
  it('defaults to stale copies for an hour', () => {
    expect(read({})).toEqual({
      DATA_DIR: '.data',
      S3_FORCE_PATH_STYLE: false,
      STALE_IF_ERROR_SECONDS: 3_600,
    })
  })

  it.each([
    ['OBJECT_STORE', ['embedded', 's3'], ['disk']],
    ['STALE_IF_ERROR_SECONDS', ['0', '604800'], ['-1', '604801', '0.5']],
  ])('bounds %s', (name, accepted, rejected) => {
    for (const value of accepted) expect(() => read({ [name]: value })).not.toThrow()
    for (const value of rejected) {
      expect(() => read({ [name]: value })).toThrow(
        expect.objectContaining({ problems: [expect.objectContaining({ name })] }),
      )
    }
  })
})

describe('storeProblems', () => {
  const missing = (env: Record<string, string>) => storeProblems(env).map(({ name }) => name)

  it('reports missing buckets of S3 with their purpose', () => {
    const { AUDIT_TOOL_BUCKET_NAME: _, ...others } = names
    expect(storeProblems({ ...others, AUDIT_TOOL_BUCKET_NAME: ' ' })).toEqual([
      {
        name: 'AUDIT_TOOL_BUCKET_NAME',
        problem: 'is not set, but required unless OBJECT_STORE is embedded',
        use: 'bucket of projects and lists',
      },
    ])
  })

  it('assumes S3 unless the mode is development or the store embedded', () => {
    for (const env of [{}, { NODE_ENV: 'production' }, { OBJECT_STORE: 's3' }]) {
      expect(missing(env)).toEqual(Object.keys(names))
    }
    expect(missing({ NODE_ENV: 'development', OBJECT_STORE: 's3' })).toEqual(Object.keys(names))
    expect(storeProblems({ NODE_ENV: 'development' })).toEqual([])
    expect(storeProblems({ NODE_ENV: 'production', OBJECT_STORE: ' embedded ' })).toEqual([])
  })
})
