import type { Fault } from '@landscape/contracts/errors/faults'
import { asRecord } from '@landscape/contracts/json'

/**
 * Allowed values of PROJECT_STAGES, PROJECT_ROLES and PROJECT_GRADES; a field without a list accepts any string.
 */
export interface ClosedLists {
  stage?: readonly string[] | undefined
  roles?: readonly string[] | undefined
  grade?: readonly string[] | undefined
}

/** Faults of a body against closed lists; skipped values are valid. */
export function closedListFaults(body: unknown, { stage, roles, grade }: ClosedLists): Fault[] {
  const { stage: sent, user } = asRecord(body)
  const users = Array.isArray(user) && (roles ?? grade) ? (user as readonly unknown[]) : []
  return [
    ...faultsAt(['stage'], sent, stage),
    ...users.flatMap((person, i) => [
      ...rolesOf(person).flatMap(([key, role]) =>
        faultsAt(['user', i, 'roles', ...key], role, roles),
      ),
      ...faultsAt(['user', i, 'grade'], asRecord(person)['grade'], grade),
    ]),
  ]
}

/** Each role with its path below `roles`; previous systems stored one string. */
function rolesOf(person: unknown): (readonly [key: number[], role: unknown])[] {
  const { roles } = asRecord(person)
  if (!Array.isArray(roles)) return [[[], roles]]
  return roles.map((role: unknown, i) => [[i], role] as const)
}

function faultsAt(
  path: readonly PropertyKey[],
  value: unknown,
  allowed: readonly string[] | undefined,
): Fault[] {
  if (!allowed || isSkipped(value) || allowed.includes(value as string)) return []
  const kind = path.find((key) => key === 'stage' || key === 'roles' || key === 'grade')
  return [{ path, detail: `must be ${listOf(allowed)}`, text: `Invalid ${String(kind)}` }]
}

/** Clients send `""`, `[]` or `{}` for a skipped value. */
function isSkipped(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

function listOf(values: readonly string[]): string {
  return values.join(' or ')
}
