import type { LandscapeOptions } from '../../../test/support/landscape.ts'
import { startProduction, type Production } from '../../../test/support/production.ts'

/** The result of an attack. */
export interface Outcome {
  /** Whether other callers were served as usual and no data was lost. */
  held: boolean
  /** The measurements, in one line: "40 of 40 reads returned 200, slowest 12 ms". */
  seen: string
}

/** An action of one caller or one failing process that could affect all others. */
export interface Attack<T extends Production = Production> {
  /** The action, in one line. */
  title: string
  /** Takes at most a few seconds. */
  quick: boolean
  run(target: T): Promise<Outcome>
}

/** Attacks on one running system; each leaves it usable for the next. */
export interface AttackSuite<T extends Production = Production> {
  name: string
  /** Options of the system; default: those of production. */
  options?: LandscapeOptions
  /** Starts the system and other requirements of the attacks; replaces `options`. */
  start?: () => Promise<T>
  /** A requirement that this machine lacks; the suite is then skipped. */
  missing?: () => string | undefined
  attacks: readonly Attack<T>[]
}

/** Starts the system that a suite attacks. */
export function startTarget({ start, options }: AttackSuite): Promise<Production> {
  return start ? start() : startProduction(options)
}

/** Starts the system of a suite, runs its attacks in sequence and stops the system. */
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
