import unit from './unit.js'

/** `npm run test:nightly`: long attacks, random requests, kill loops, guides and programs of other makers. */
export default {
  ...unit,
  testMatch: ['**/*.nightly.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  reporters: ['default', '<rootDir>/tools/jest/green-nights.ts'],
}
