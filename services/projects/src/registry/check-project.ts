import { controlMembersOf, unknownMember } from '@landscape/contracts/control-members'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { faultsOf, UNKNOWN_MEMBER } from '@landscape/contracts/errors/faults'
import { safeValidate } from '@landscape/contracts/errors/validated'
import { faultsOfChanges } from '@landscape/store/documents/unchanged'
import { isRecord } from '@landscape/contracts/json'
import { MAX_PROJECT_NAME } from '@landscape/contracts/projects'
import { ENVIRONMENTS } from '@landscape/contracts/project-shape'
import { findUnsafeJson } from '@landscape/contracts/unsafe-json'
import { z } from 'zod'
import { publicProject, type Project } from './project.ts'

/** Existing clients compare this message. */
export const MISSING = 'Missing JSON data'
const Name = z
  .string(MISSING)
  .min(1, MISSING)
  .refine((name) => name.length <= MAX_PROJECT_NAME, {
    message: 'Project name is too long',
    params: { detail: `exceeds ${MAX_PROJECT_NAME} characters` },
  })
  .refine((name) => !name.includes('\0'), {
    message: 'Project name contains NUL',
    params: { detail: 'contains NUL, which paths do not support' },
  })

const AllEnvironments = z.object(
  Object.fromEntries(
    ENVIRONMENTS.map((name) => [
      name,
      z.boolean(`Invalid environments data: '${name}' must be a boolean`),
    ]),
  ),
  'Invalid environments data: Must be a dictionary',
)
const isEmpty = (value: unknown) => isRecord(value) && Object.keys(value).length === 0
/** All environments, or an empty object. */
const Environments = z.union([AllEnvironments, z.unknown().refine(isEmpty, { abort: true })])
/** A value that is not an object means a skipped section. */
const Architecture = z.union([
  z.object({ environments: Environments.optional() }),
  z.union([z.array(z.unknown()), z.string(), z.number(), z.boolean(), z.null()]),
])
/** Required, but may be empty. */
const email = z.unknown().refine((value) => value !== undefined, MISSING)

/**
 * The validated part of an update. Other sections have any shape, since clients send `""`, `[]` or `{}` for a
 * skipped one.
 */
export const ProjectChanges = z.object(
  {
    // The order determines the first error.
    architecture: Architecture.optional(),
    user: z.array(z.unknown(), MISSING).min(1, MISSING),
    details: z.tuple([z.object({ name: Name }, MISSING)], z.unknown(), MISSING),
  },
  MISSING,
)

/** The validated part of a new project, whose first user is the contact. */
export const NewProject = ProjectChanges.extend({
  user: z.tuple([z.object({ email }, MISSING)], z.unknown(), MISSING),
})

/**
 * Validates new and changed values in the body of a write; unchanged stored values always pass.
 *
 * @param stored the project to update
 * @returns the unchanged body without a client's `owner`
 * @throws DomainError `body-missing` or `invalid-input`
 */
export function checkProject(
  body: unknown,
  schema: typeof NewProject | typeof ProjectChanges,
  stored?: Project,
): Project {
  const { error } = safeValidate(schema, body)
  const unsafe = faultsOfChanges(findUnsafeJson(body), body, stored)
  const invalid = error ? faultsOf(error, body) : []
  const faults = [...unsafe, ...faultsOfChanges(invalid, body, stored)]
  const [first] = faults
  if (!first) return publicProject(body as Project)
  const isMissing = unsafe.length === 0 && faults.some(({ text }) => text === MISSING)
  const [code, text] = isMissing
    ? (['body-missing', MISSING] as const)
    : (['invalid-input', first.text ?? 'Invalid input'] as const)
  throw new DomainError(code, text, { cause: error, faults })
}

/**
 * Rejects control members such as `dryRun`, which the registry does not support.
 *
 * @throws DomainError `invalid-input`
 */
export function assertNoControlMembers(project: Project): void {
  const names = Object.keys(controlMembersOf(project))
  const [first] = names
  if (first === undefined) return
  const faults = names.map((name) => ({ path: [name], detail: UNKNOWN_MEMBER }))
  throw new DomainError('invalid-input', unknownMember(first), { faults })
}

/**
 * Rejects dot segments, which clients resolve in a path however they are encoded (RFC 3986 §6.2.2.3).
 *
 * @throws DomainError `invalid-input`
 */
export function assertAddressable(name: string): void {
  if (name !== '.' && name !== '..') return
  throw new DomainError('invalid-input', 'A project cannot be called "." or ".."', {
    faults: [{ path: ['details', 0, 'name'], detail: 'cannot be "." or ".."' }],
  })
}
