import { sep } from 'node:path'
import Sequencer from '@jest/test-sequencer'

/** The one file that takes longer than the rest of its kind together. */
const LONGEST = `${sep}attack.system.test.ts`
/** System tests, which start processes. */
const SYSTEM = `${sep}test${sep}`

/** Starts slow tests first: without recorded durations jest sorts by file size. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b))
  }
}

function rank({ path, context }) {
  if (path.endsWith(LONGEST)) return 0
  return path.startsWith(context.config.rootDir + SYSTEM) ? 1 : 2
}
