import {
  controlWordsOf,
  DomainError,
  ENVIRONMENTS,
  faultsOf,
  faultsOfChanges,
  holdAgainst,
  isRecord,
  type JsonRecord,
  unknownMember,
  unsoundPlaces,
} from '@landscape/contracts'
import { z } from 'zod'
import { faultsByLists, type ClosedLists } from './closed-lists.ts'
import { publicProject, type Project } from './project.ts'

/** Clients compare it. */
export const MISSING = 'Missing JSON data'
/** RFC 9110 §4.1: URIs of 8,000 octets are what every hop is asked to support. */
const MAX_ENCODED_NAME = 7_900

/** A name has to fit into a path that every hop lets through; anything else is allowed. */
const Name = z
  .string(MISSING)
  .min(1, MISSING)
  .refine((name) => encodeURIComponent(name.toWellFormed()).length <= MAX_ENCODED_NAME, {
    message: 'Project name is too long',
    params: { detail: `has more than ${MAX_ENCODED_NAME} characters as part of a path` },
  })
  .refine((name) => !name.includes('\0'), {
    message: 'Project name contains NUL',
    params: { detail: 'holds a character that no path may hold' },
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
/** All of them, or none. */
const Environments = z.union([AllEnvironments, z.unknown().refine(isEmpty, { abort: true })])
/** What is no object was skipped. */
const Architecture = z.union([
  z.object({ environments: Environments.optional() }),
  z.union([z.array(z.unknown()), z.string(), z.number(), z.boolean(), z.null()]),
])
/** Its value may be empty. */
const email = z.unknown().refine((value) => value !== undefined, MISSING)

/**
 * What an update has to say: little, and never the shape of a section, since clients send `""`, `[]` or
 * `{}` for one that was skipped. What is not checked is not walked through, however large it is.
 */
export const ProjectChanges = z.object(
  {
    // In the order in which faults are told.
    architecture: Architecture.optional(),
    user: z.array(z.unknown(), MISSING).min(1, MISSING),
    details: z.tuple([z.object({ name: Name }, MISSING)], z.unknown(), MISSING),
  },
  MISSING,
)

/** The same for a new project, whose first user is the contact. */
export const NewProject = ProjectChanges.extend({
  user: z.tuple([z.object({ email }, MISSING)], z.unknown(), MISSING),
})

/** What a body is held against, beside its schema. */
interface Beside {
  /** What it would update, if anything. */
  stored?: Project | undefined
  closed?: ClosedLists | undefined
}

/**
 * Checks the body of a write. Only what is new or changed is judged; what comes back as it is stored passes.
 *
 * @param body as it was sent
 * @returns the body as it was sent, without a client's `owner`
 * @throws DomainError `body-missing` or `invalid-input`
 */
export function checkProject(
  body: unknown,
  schema: typeof NewProject | typeof ProjectChanges,
  { stored, closed = {} }: Beside = {},
): Project {
  const { error } = holdAgainst(schema, body)
  const unsound = faultsOfChanges(unsoundPlaces(body), body, stored)
  const found = [...(error ? faultsOf(error, body) : []), ...faultsByLists(body, closed)]
  const faults = [...unsound, ...faultsOfChanges(found, body, stored)]
  const [first] = faults
  if (!first) return publicProject(body as Project)
  const isMissing = unsound.length === 0 && faults.some(({ text }) => text === MISSING)
  const [code, text] = isMissing
    ? (['body-missing', MISSING] as const)
    : (['invalid-input', first.text ?? 'Invalid input'] as const)
  throw new DomainError(code, text, { cause: error, faults })
}

/**
 * Refuses words that say how an edit is made (`dryRun`): the registry knows none, and would do what was
 * not meant. A record that holds one already may be sent back with it.
 *
 * @throws DomainError `invalid-input`
 */
export function assertNoControls(project: Project, stored?: JsonRecord): void {
  const names = Object.keys(controlWordsOf(project, stored))
  const [first] = names
  if (first === undefined) return
  const faults = names.map((name) => ({ path: [name], detail: 'is not a recognised property' }))
  throw new DomainError('invalid-input', unknownMember(first), { faults })
}

/**
 * Refuses a name that is a dot segment in a path however it is encoded (RFC 3986 §6.2.2.3): most
 * clients resolve it before they send. Records that were stored under one stay.
 *
 * @throws DomainError `invalid-input`
 */
export function assertAddressable(name: string): void {
  if (name !== '.' && name !== '..') return
  throw new DomainError('invalid-input', 'A project cannot be called "." or ".."', {
    faults: [{ path: ['details', 0, 'name'], detail: 'cannot be "." or ".."' }],
  })
}
