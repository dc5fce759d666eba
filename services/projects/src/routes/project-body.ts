import { describedAs, PROJECT_EXAMPLE, ProjectShape } from '@landscape/contracts'
import { z } from 'zod'
import type { ClosedLists } from '../registry/closed-lists.ts'

/**
 * The body of a new project, as it is described: of the values of closed lists generated clients know which there
 * are. Nothing is refused by it. An update is described without them: it may send back what was stored before.
 */
export function newProjectBody(closed: ClosedLists) {
  const { stage, roles, grade } = closed
  if (!stage && !roles && !grade) return describedAs(z.unknown(), ProjectShape)
  const person = z.looseObject({ roles: z.array(oneOf(roles)), grade: oneOf(grade) }).partial()
  const values = z.looseObject({ stage: oneOf(stage), user: z.array(person) }).partial()
  return describedAs(z.unknown(), z.intersection(ProjectShape, values))
}

/** A project as it may be sent where these lists are closed. */
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

/** Clients send "" for what nobody filled in. */
function oneOf(allowed: readonly string[] | undefined) {
  return allowed ? z.enum([...allowed, '']) : z.string()
}

function within(allowed: readonly string[] | undefined, value: string): string {
  return allowed && !allowed.includes(value) ? (allowed[0] ?? '') : value
}
