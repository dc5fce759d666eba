import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { describedAs, matching } from './described-as.ts'
import { asRecord, type JsonRecord } from './json.ts'

const flag = (name: string, description: string) =>
  z.boolean(`${name} is true or false`).optional().meta({ description })

const WHICH_READ = 'basedOn is the ETag of a read'

/** Members of a body that say how an edit is made and are no part of what is stored. */
export const CONTROL = {
  dryRun: flag('dryRun', 'answer what the edit would alter, as operations, and store nothing'),
  confirmRemoval: flag(
    'confirmRemoval',
    'where SHRINK_GUARD=refuse: the edit may remove as much as it says',
  ),
} as const

/** For edits that are merged with what others did since a version was read. */
export const BASED_ON = {
  basedOn: matching(/^(W\/)?"?[\w-]{27}([-;][a-z]+)?"?$/, WHICH_READ, 'must be the ETag of a read')
    .optional()
    .meta({
      description: 'ETag of the read that the caller edited: what others changed since is kept',
    }),
} as const

const WORDS: readonly string[] = [...Object.keys(CONTROL), ...Object.keys(BASED_ON)]

/**
 * Members as a schema describes them, for a body in which a member of that name may also be one that is
 * stored: what they are says `controlMembersOf`.
 */
export function orStored(shape: Readonly<Record<string, z.ZodType>>): Record<string, z.ZodType> {
  const members = Object.entries(shape).map(([name, schema]) => {
    return [name, describedAs(z.unknown().optional(), schema)] as const
  })
  return Object.fromEntries(members)
}

/**
 * The members of a body that say how an edit is made, also when they are spelt otherwise (`dry_run`). One
 * that is stored in the same way is none: it came back with what was read.
 */
export function controlMembersOf(body: unknown, stored?: unknown): JsonRecord {
  const known = asRecord(stored)
  const words = Object.entries(asRecord(body)).filter(([name, value]) => {
    const letters = name.replaceAll(/[^a-z]/gi, '').toLowerCase()
    const isWord = WORDS.some((word) => word.toLowerCase() === letters)
    return isWord && !(Object.hasOwn(known, name) && isDeepStrictEqual(value, known[name]))
  })
  return Object.fromEntries(words)
}

/** For bodies whose route knows no control word: to ignore one would do what was not meant. */
export function noControlMembers(): z.core.CheckFn<unknown> {
  return refusing((input) => Object.keys(controlMembersOf(input)))
}

/** For bodies that may be anything, but whose members have to be among these. */
export function onlyMembers(names: readonly string[]): z.core.CheckFn<unknown> {
  return refusing((input) => Object.keys(input).filter((name) => !names.includes(name)))
}

function refusing(unknownIn: (input: JsonRecord) => string[]): z.core.CheckFn<unknown> {
  return ({ value, issues }) => {
    const input = asRecord(value)
    const keys = unknownIn(input)
    const [first] = keys
    if (first === undefined) return
    issues.push({ code: 'unrecognized_keys', keys, input, message: unknownMember(first) })
  }
}

/** For a body that holds nothing but what the route knows: its text, or which member is not known. */
export function strictly(text: string) {
  return (issue: { code?: string; keys?: readonly string[] }): string =>
    issue.code === 'unrecognized_keys' ? unknownMember(issue.keys?.[0] ?? '') : text
}

/** What is said of a member that a route does not know. */
export function unknownMember(name: string): string {
  return name.isWellFormed() ? `Unknown member: ${name.slice(0, 100)}` : 'Text is not valid Unicode'
}
