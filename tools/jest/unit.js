import { availableParallelism } from 'node:os'

/** Type stripping is jest's own: no transform, no build. */
export default {
  rootDir: '../..',
  testRunner: '<rootDir>/tools/jest/native/run-suite.js',
  testEnvironment: '<rootDir>/tools/jest/native/environment.js',
  roots: [
    '<rootDir>/services',
    '<rootDir>/libs',
    '<rootDir>/tools',
    '<rootDir>/test',
    '<rootDir>/dev',
  ],
  testMatch: ['**/*.test.ts'],
  // Those run by `npm run test:system` and `npm run test:nightly`.
  testPathIgnorePatterns: ['/node_modules/', '\\.(system|nightly)\\.test\\.ts$'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  transform: {},
  // Provides a real S3-compatible server and one landscape for each worker.
  globalSetup: '<rootDir>/test/support/jest-setup.ts',
  globalTeardown: '<rootDir>/test/support/jest-teardown.ts',
  testSequencer: '<rootDir>/dev/longest-first.js',
  // Compares the tests that ran with the statements of the specification: docs/testing.md.
  reporters: ['default', ['<rootDir>/tools/specification/reporter.ts', { part: 'unit' }]],
  testLocationInResults: true,
  // Hooks start five processes, which takes minutes on a loaded machine. Only a test that waits for ever exceeds it.
  testTimeout: 300_000,
  // Half of the time is waiting for other processes.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
}
