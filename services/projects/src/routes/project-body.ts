import { describedAs } from '@landscape/contracts/described-as'
import { PROJECT_EXAMPLE } from '@landscape/contracts/examples'
import { ProjectShape } from '@landscape/contracts/project-shape'
import { z } from 'zod'
import type { ClosedLists } from '../registry/closed-lists.ts'

/**
 * The described body of a new project, with closed lists as enums; it validates nothing. Updates have
 * no enums, since they may send back older stored values.
 */
export function newProjectBody(closed: ClosedLists) {
  const { stage, roles, grade } = closed
  if (!stage && !roles && !grade) return describedAs(z.unknown(), ProjectShape)
  const person = z.looseObject({ roles: z.array(oneOf(roles)), grade: oneOf(grade) }).partial()
  const values = z.looseObject({ stage: oneOf(stage), user: z.array(person) }).partial()
  return describedAs(z.unknown(), z.intersection(ProjectShape, values))
}

/** An example that is valid with these closed lists. */
export function projectExample({ stage, roles, grade }: ClosedLists) {
  return {
    ...PROJECT_EXAMPLE,
    stage: within(stage, PROJECT_EXAMPLE.stage),
    user: PROJECT_EXAMPLE.user.map((person) => ({
      ...person,
      roles: person.roles.map((role) => within(roles, role)),
      grade: within(grade, person.grade),
    })),
  }
}

/** Includes the empty string, which clients send for a skipped value. */
function oneOf(allowed: readonly string[] | undefined) {
  return allowed ? z.enum([...allowed, '']) : z.string()
}

function within(allowed: readonly string[] | undefined, value: string): string {
  return allowed && !allowed.includes(value) ? (allowed[0] ?? '') : value
}
