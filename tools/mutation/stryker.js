import { readdirSync } from 'node:fs'

const {
  MUTATION_PART: part = '',
  MUTATION_TESTS: tests = '',
  MUTATION_JOBS: jobs = '1',
  MUTATION_SECONDS: seconds = '10',
} = process.env

/** Configuration of Stryker for tools/mutation.ts; see docs/testing.md. */
export default {
  mutate: [
    part.endsWith('.ts') ? part : `${part}/**/*.ts`,
    '!**/*.{test,fixture}.ts',
    '!**/test/**',
    '!**/{index,main}.ts',
  ],
  testRunner: 'jest',
  plugins: ['@stryker-mutator/jest-runner', './tools/mutation/descriptions.js'],
  ignorers: ['descriptions'],
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: {
    projectType: 'custom',
    configFile: 'tools/jest/unit.js',
    // Overrides tools/jest/unit.js: no S3 server for each mutant, and no tests of other processes.
    config: {
      globalSetup: null,
      globalTeardown: null,
      // Jest's own loader evaluates the mutated modules for each test file.
      testRunner: 'jest-circus/runner',
      testEnvironment: './tools/mutation/environment.js',
      testMatch: tests
        .split(',')
        .map((path) => `<rootDir>/${path}${path.endsWith('.ts') ? '' : '/**/*.test.ts'}`),
      testPathIgnorePatterns: ['/processes.system.test.ts$'],
      // Resolves libs to the mutated copy for tests of other packages: node_modules links to the original.
      moduleNameMapper: {
        '^@landscape/client$': '<rootDir>/libs/client/src/index.ts',
        '^@landscape/store/s3$': '<rootDir>/libs/store/src/objects/s3/store.ts',
        '^@landscape/store/testing/(.+)$': '<rootDir>/libs/store/test/objects/$1.ts',
        [`^@landscape/(${readdirSync('libs').join('|')})/(.+)$`]: '<rootDir>/libs/$1/src/$2.ts',
      },
      testTimeout: Number(seconds) * 1_000,
    },
  },
  coverageAnalysis: 'perTest',
  // Generous, so that a loaded machine is not taken for an endless loop.
  timeoutMS: Number(seconds) * 3_000,
  concurrency: Number(jobs),
  // Both require TypeScript's compiler API, which TypeScript 7 lacks.
  disableTypeChecks: false,
  tsconfigFile: 'none',
  // Unchanged mutants and tests keep the result of the last run.
  incremental: true,
  incrementalFile: `coverage/mutation/${part.replaceAll('/', '-')}.json`,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false },
}
