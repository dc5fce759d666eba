import { sep } from 'node:path'
import Sequencer from '@jest/test-sequencer'

/** The one file that takes longer than the rest of its kind together. */
const LONGEST = `${sep}attack.system.test.ts`
/** Tests of the whole, which start processes. */
const WHOLE = `${sep}test${sep}`

/**
 * Begins with the tests that take longest, as far as their place tells: what jest does by itself, on a
 * machine that never ran them, is to go by the size of the files, and one of the longest came last, alone.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b))
  }
}

function rank({ path, context }) {
  if (path.endsWith(LONGEST)) return 0
  return path.startsWith(context.config.rootDir + WHOLE) ? 1 : 2
}
