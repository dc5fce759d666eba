import { sep } from 'node:path'
import Sequencer from '@jest/test-sequencer'

/** Takes longer than all other system tests together. */
const SLOWEST = `${sep}attack.system.test.ts`
/** System tests, which start processes. */
const SYSTEM = `${sep}test${sep}`

/** Starts slow tests first, because jest sorts by file size without recorded durations. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b))
  }
}

function rank({ path, context }) {
  if (path.endsWith(SLOWEST)) return 0
  return path.startsWith(context.config.rootDir + SYSTEM) ? 1 : 2
}
