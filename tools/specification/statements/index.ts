import type { Statements } from '../statement.ts'
import { ENDPOINTS } from './endpoints.ts'
import { OWN } from './own.ts'
import { RULES } from './rules.ts'
import { SCOPE } from './scope.ts'
import { SHAPES } from './shapes.ts'

/** Every sentence and table row of the specification, and additional statements. */
export const STATEMENTS: Statements = {
  sections: [...SCOPE, ...SHAPES, ...ENDPOINTS, ...RULES],
  own: OWN,
}
