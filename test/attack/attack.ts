import type { LandscapeOptions } from '../support/landscape.ts'
import { startProduction, type Production } from '../support/production.ts'

/** What came of an attack. */
export interface Outcome {
  /** Whether everybody else was served as if nothing had happened, and nothing was lost. */
  held: boolean
  /** The figures that say so, for one line: "40 of 40 reads answered 200, slowest 12 ms". */
  seen: string
}

/** Something that one stranger, one user or one dying replica could do to everybody else. */
export interface Attack {
  /** What is done, as one line. */
  title: string
  /** Takes a few seconds at most: part of `npm test`. */
  quick: boolean
  run: (target: Production) => Promise<Outcome>
}

/** Attacks on one started system; each leaves it fit for the next. */
export interface AttackSuite {
  name: string
  /** How to start the system; the defaults of production when absent. */
  options?: LandscapeOptions
  attacks: readonly Attack[]
}

/** Starts the system of a suite, runs attacks one after the other, and stops it. */
export async function runSuite(
  suite: AttackSuite,
  report: (attack: Attack, outcome: Outcome) => void,
): Promise<void> {
  const target = await startProduction(suite.options)
  try {
    for (const attack of suite.attacks) report(attack, await attack.run(target))
  } finally {
    await target.stop()
  }
}
