import unit from './unit.js'
import { taggedTexts } from '../specification/reporter.ts'

const { globalSetup: _setup, globalTeardown: _teardown, ...rest } = unit

/**
 * `npm run specification`: runs the tests that prove statements, without an S3 server, and writes
 * the page.
 */
export default {
  ...rest,
  testPathIgnorePatterns: ['/node_modules/'],
  testMatch: [...taggedTexts().keys()].map((path) => `<rootDir>/${path}`),
  reporters: ['default', ['<rootDir>/tools/specification/reporter.ts', { write: true }]],
}
