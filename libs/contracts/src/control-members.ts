import { z } from 'zod'
import { matching } from './described-as.ts'
import { asRecord, type JsonRecord } from './json.ts'

const flag = (name: string, description: string) =>
  z.boolean(`${name} is true or false`).optional().meta({ description })

const WHICH_READ = 'basedOn is the ETag of a read'
/** The suffix of a compressing hop is accepted. */
const TAG = /^(W\/)?"?[\w-]{27}([-;:]{1,3}[a-z]+)*"?$/

/** Members of a body that control an edit and are not stored. */
export const CONTROL = {
  dryRun: flag('dryRun', 'return the operations that the edit would make, and store nothing'),
} as const

/** For edits that are merged with later changes by others. */
export const BASED_ON = {
  basedOn: matching(TAG, WHICH_READ, 'must be the ETag of a read').optional().meta({
    description: 'ETag of the read that the caller edited; later changes by others are kept',
  }),
} as const

const NAMES: readonly string[] = [...Object.keys(CONTROL), ...Object.keys(BASED_ON)]

/** The control members of a body, in any spelling (`dry_run`). */
export function controlMembersOf(body: unknown): JsonRecord {
  const controls = Object.entries(asRecord(body)).filter(([name]) => {
    const letters = name.replaceAll(/[^a-z]/gi, '').toLowerCase()
    return NAMES.some((control) => control.toLowerCase() === letters)
  })
  return Object.fromEntries(controls)
}

/** Rejects control members in bodies of routes that do not support them. */
export function noControlMembers(): z.core.CheckFn<unknown> {
  return rejecting((input) => Object.keys(controlMembersOf(input)))
}

/** Rejects members other than these. */
export function onlyMembers(names: readonly string[]): z.core.CheckFn<unknown> {
  return rejecting((input) => Object.keys(input).filter((name) => !names.includes(name)))
}

function rejecting(unknownIn: (input: JsonRecord) => string[]): z.core.CheckFn<unknown> {
  return ({ value, issues }) => {
    const input = asRecord(value)
    const keys = unknownIn(input)
    const [first] = keys
    if (first === undefined) return
    issues.push({ code: 'unrecognized_keys', keys, input, message: unknownMember(first) })
  }
}

/** The message of a strict object schema: names the first unknown member, else returns the text. */
export function strictly(text: string) {
  return (issue: { code?: string; keys?: readonly string[] }): string =>
    issue.code === 'unrecognized_keys' ? unknownMember(issue.keys?.[0] ?? '') : text
}

/** The error message for an unknown member of a body. */
export function unknownMember(name: string): string {
  return name.isWellFormed() ? `Unknown member: ${name.slice(0, 100)}` : 'Text is not valid Unicode'
}
