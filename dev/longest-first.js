import { sep } from 'node:path'
import Sequencer from '@jest/test-sequencer'

/** System tests, which start processes. */
const SYSTEM = `${sep}test${sep}`

/** Starts slow tests first, because jest sorts by file size without recorded durations. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b))
  }
}

function rank({ path, context }) {
  return path.startsWith(context.config.rootDir + SYSTEM) ? 0 : 1
}
