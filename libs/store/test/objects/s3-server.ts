import { describe } from '@jest/globals'
import type { S3Server } from './open-s3.ts'

/** The server that jest's global setup started, if one is available. */
const s3Server: S3Server | undefined =
  process.env['S3_TEST_SERVER'] === undefined
    ? undefined
    : (JSON.parse(process.env['S3_TEST_SERVER']) as S3Server)

/** `describe` on the real server; without a server, a skip that names the reason. */
export function describeOnS3(name: string, suite: (server: S3Server) => void): void {
  if (s3Server) {
    const server = s3Server
    describe(`${name} [${server.name}]`, () => suite(server))
  } else {
    const reason = process.env['S3_TEST_MISSING'] ?? 'no server was started'
    // A skipped suite declares its tests so that they are counted.
    describe.skip(`${name} [no S3 server: ${reason}]`, () => suite(NOWHERE))
  }
}

const NOWHERE: S3Server = {
  name: 'none',
  endpoint: 'http://127.0.0.1:1',
  region: 'none',
  accessKeyId: 'none',
  secretAccessKey: 'none',
  buckets: { main: 'none', 'audit-tool': 'none', assistant: 'none' },
}
