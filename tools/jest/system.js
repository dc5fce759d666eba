import unit from './unit.js'

/** `npm run test:system`: tests that start, stop, freeze or pack processes of their own. */
export default {
  ...unit,
  testMatch: ['**/*.system.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  reporters: ['default', ['<rootDir>/tools/specification/reporter.ts', { part: 'system' }]],
}
