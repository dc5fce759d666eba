/** Type stripping is jest's own: no transform, no build. */
export default {
  testEnvironment: 'node',
  roots: [
    '<rootDir>/services',
    '<rootDir>/libs',
    '<rootDir>/scripts',
    '<rootDir>/test',
    '<rootDir>/sample-data',
  ],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'cjs', 'json', 'node'],
  transform: {},
  testTimeout: 30_000,
}
