import type { TextRule } from './finding.ts'

/** Code that a rule forbids and that is safe, since its input is bounded or not foreign. */
export interface Accepted {
  path: string
  rule: TextRule
  /** The code as it is reported; all code of the file that the rule forbids when absent. */
  code?: string
  /** The bound of the input, or its origin. */
  reason: string
}

export const ACCEPTED: readonly Accepted[] = []
