import { describe } from '@jest/globals'
import { openEmbedded, openS3, type TestStore } from './stores.ts'

/** Runs a suite on each kind of store; without an S3 server its suite is a visible skip. */
export function describeOnEachStore(
  name: string,
  suite: (open: () => Promise<TestStore>) => void,
): void {
  describe(`${name} [embedded]`, () => suite(openEmbedded))
  describeOnS3(name, () => suite(openS3))
}

/** Runs a suite when there is an S3 server; without one it is a visible skip. */
export function describeOnS3(name: string, suite: () => void): void {
  const missing = process.env['S3_TEST_MISSING']
  if (missing === undefined) describe(`${name} [s3]`, suite)
  else describe.skip(`${name} [no S3 server: ${missing}]`, suite)
}
