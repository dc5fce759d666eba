import { type Checker, type Type, TypeFlags } from 'typescript/unstable/sync'

const TEXT = TypeFlags.Any | TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.StringMapping

/** Whether a value of a type may be a string that the program does not list. */
export function isText(checker: Checker, type: Type | undefined): boolean {
  if (!type) return false
  if (type.isUnionType() || type.isIntersectionType()) {
    return type.getTypes().some((part) => isText(checker, part))
  }
  if ((type.flags & TEXT) !== 0) return true
  const constraint = checker.getBaseConstraintOfType(type)
  return constraint !== undefined && constraint.id !== type.id && isText(checker, constraint)
}
