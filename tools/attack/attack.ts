import type { LandscapeOptions } from '../../test/support/landscape.ts'
import { startProduction, type Production } from '../../test/support/production.ts'

/** What came of an attack. */
export interface Outcome {
  /** Whether everybody else was served as if nothing had happened, and nothing was lost. */
  held: boolean
  /** The figures that say so, for one line: "40 of 40 reads answered 200, slowest 12 ms". */
  seen: string
}

/** Something that one stranger, one user or one dying replica could do to everybody else. */
export interface Attack<T extends Production = Production> {
  /** What is done, as one line. */
  title: string
  /** Takes a few seconds at most: part of `npm run test:system`. */
  quick: boolean
  run(target: T): Promise<Outcome>
}

/** Attacks on one started system; each leaves it fit for the next. */
export interface AttackSuite<T extends Production = Production> {
  name: string
  /** How to start the system; the defaults of production when absent. */
  options?: LandscapeOptions
  /** Starts it, with whatever else the attacks need; instead of `options`. */
  start?: () => Promise<T>
  /** What it takes and this machine lacks: then the suite is skipped, visibly. */
  missing?: () => string | undefined
  attacks: readonly Attack<T>[]
}

/** The system that a suite attacks. */
export function startTarget({ start, options }: AttackSuite): Promise<Production> {
  return start ? start() : startProduction(options)
}

/** Starts the system of a suite, runs attacks one after the other, and stops it. */
export async function runSuite(
  suite: AttackSuite,
  report: (attack: Attack, outcome: Outcome) => void,
): Promise<void> {
  const target = await startTarget(suite)
  try {
    for (const attack of suite.attacks) report(attack, await attack.run(target))
  } finally {
    await target.stop()
  }
}
