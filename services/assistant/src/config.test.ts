import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readCollectorConfig, readConfig } from './config.ts'

const base = {
  NODE_ENV: 'production',
  OBJECT_STORE: 'embedded',
  INTERNAL_TOKEN_SECRET: 'a-secret-of-more-than-32-characters',
  SCM_ORG: 'acme',
  SCM_APP_ID: '1001',
  CLOUD_REGION: 'eu-west-2',
}

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'landscape-key-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

describe('readConfig', () => {
  // spec: 8-r5 8-r9 8-r10
  it('reads the organisation, the app ID and the secret of the key', () => {
    const { app, missing } = readConfig({ ...base, SECRET_NAME: 'app-key' }).scm
    expect(app).toMatchObject({ org: 'acme', appId: '1001', key: { secretName: 'app-key' } })
    expect(missing).toEqual([])
  })

  // spec, otherwise: 8-r5 8-r9 8-r10
  it.each([
    ['SCM_ORG', { SCM_APP_ID: '1001', SECRET_NAME: 'app-key' }],
    ['SCM_APP_ID', { SCM_ORG: 'acme', SECRET_NAME: 'app-key' }],
    ['SECRET_NAME or SCM_PRIVATE_KEY_FILE', { SCM_ORG: 'acme', SCM_APP_ID: '1001' }],
  ])('reports the app as not configured without %s', (name, env) => {
    const { SCM_ORG: _org, SCM_APP_ID: _id, ...rest } = base
    expect(readConfig({ ...rest, ...env }).scm).toMatchObject({ app: undefined, missing: [name] })
  })
})

describe('SCM_PRIVATE_KEY_FILE', () => {
  const file = (name: string, content: string) => {
    const path = join(directory, name)
    writeFileSync(path, content)
    return path
  }

  it('accepts a file with a private key', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString()
    const path = file('key.pem', pem)
    const env = { ...base, SCM_PRIVATE_KEY_FILE: path }
    expect(readConfig(env).scm.app?.key.file).toBe(path)
    expect(readCollectorConfig(env).app?.key.file).toBe(path)
  })

  it.each([readConfig, readCollectorConfig])(
    'rejects a missing file and a file without a key in %p',
    (read) => {
      const withFile = (path: string) => () => read({ ...base, SCM_PRIVATE_KEY_FILE: path })
      expect(withFile(join(directory, 'nothing.pem'))).toThrow(
        'SCM_PRIVATE_KEY_FILE: must name a readable file (',
      )
      expect(withFile(directory)).toThrow('SCM_PRIVATE_KEY_FILE: must name a readable file (')
      expect(withFile(file('other.txt', 'no key'))).toThrow(
        'SCM_PRIVATE_KEY_FILE: must name a file with a private key (',
      )
    },
  )
})

describe('SCM_REPORT_HOSTS', () => {
  const hosts = (text: string) => () => readConfig({ ...base, SCM_REPORT_HOSTS: text })

  it.each(['reports.example.com', '*.example.com,copilot-reports-*.b01.azurefd.net'])(
    'accepts %s',
    (text) => expect(hosts(text)).not.toThrow(),
  )

  it.each([
    '*',
    'reports',
    '*.com',
    '*.*',
    '10.0.0.1',
    '10.0.0.*',
    '[::1]',
    'https://reports.example.com',
  ])('rejects %s', (text) =>
    expect(hosts(text)).toThrow(/SCM_REPORT_HOSTS: .*host names with at least two/),
  )
})
