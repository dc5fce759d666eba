import type { Statements } from '../statement.ts'
import { ENDPOINTS } from './endpoints.ts'
import { OWN } from './own.ts'
import { RULES } from './rules.ts'
import { SCOPE } from './scope.ts'
import { SHAPES } from './shapes.ts'

/** Every sentence and every table row of the specification, in our words, and what is stated beyond it. */
export const STATEMENTS: Statements = {
  sections: [...SCOPE, ...SHAPES, ...ENDPOINTS, ...RULES],
  own: OWN,
}
