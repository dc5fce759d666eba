import unit from './unit.js'

const { globalSetup: _setup, globalTeardown: _teardown, reporters: _reporters, ...rest } = unit

/** `npm run test:compose`: the container stack, which takes minutes and Docker. */
export default {
  ...rest,
  roots: ['<rootDir>/test/compose'],
  testMatch: ['**/*.e2e.ts'],
  testTimeout: 300_000,
}
