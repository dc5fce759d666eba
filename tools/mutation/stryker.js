import { readdirSync } from 'node:fs'

const {
  MUTATION_PART: part = '',
  MUTATION_TESTS: tests = '',
  MUTATION_JOBS: jobs = '1',
  MUTATION_SECONDS: seconds = '10',
} = process.env

/** What tools/mutation.ts chose, and how mutants are tried: docs/testing.md. */
export default {
  mutate: [
    part.endsWith('.ts') ? part : `${part}/**/*.ts`,
    '!**/*.{test,fixture}.ts',
    '!**/test/**',
    '!**/{index,main}.ts',
  ],
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner', './stryker.descriptions.js'],
  ignorers: ['descriptions'],
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: {
    projectType: 'custom',
    // Over tools/jest/unit.js: no S3 server for each mutant, and no test whose subject is another process.
    config: {
      globalSetup: null,
      globalTeardown: null,
      testEnvironment: './stryker.environment.js',
      testMatch: tests
        .split(',')
        .map((path) => `<rootDir>/${path}${path.endsWith('.ts') ? '' : '/**/*.test.ts'}`),
      testPathIgnorePatterns: ['/processes.system.test.ts$'],
      // A lib as it was changed, also for the tests of other packages: node_modules has the original.
      moduleNameMapper: {
        [`^@landscape/(${readdirSync('libs').join('|')})$`]: '<rootDir>/libs/$1/src/index.ts',
        '^@landscape/store/s3$': '<rootDir>/libs/store/src/objects/s3/store.ts',
        '^@landscape/store/testing/(.+)$': '<rootDir>/libs/store/test/objects/$1.ts',
      },
      testTimeout: Number(seconds) * 1_000,
    },
  },
  coverageAnalysis: 'perTest',
  // A machine that has other work to do must not look like an endless loop.
  timeoutMS: Number(seconds) * 3_000,
  concurrency: Number(jobs),
  // Both would ask TypeScript's compiler API, which TypeScript 7 does not have.
  disableTypeChecks: false,
  tsconfigFile: 'none',
  // Mutants and tests that did not change since the last run keep their result.
  incremental: true,
  incrementalFile: `coverage/mutation/${part.replaceAll('/', '-')}.json`,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false },
}
