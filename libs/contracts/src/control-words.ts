import { z } from 'zod'
import { isRecord, type JsonRecord } from './json.ts'

const flag = (name: string, description: string) =>
  z.boolean(`${name} is true or false`).optional().meta({ description })

const WHICH_READ = 'basedOn is the ETag of a read'

/** Members of a body that say how an edit is made and are no part of what is stored. */
export const CONTROL = {
  dryRun: flag('dryRun', 'answer what the edit would alter, as operations, and store nothing'),
  confirmRemoval: flag('confirmRemoval', 'the edit may remove as much as it says'),
} as const

/** For edits that are merged with what others did since a version was read. */
export const BASED_ON = {
  basedOn: z
    .string(WHICH_READ)
    .regex(/^(W\/)?"?[\w-]{27}([-;][a-z]+)?"?$/, WHICH_READ)
    .optional()
    .meta({
      description: 'ETag of the read that the caller edited: what others changed since is kept',
    }),
} as const
type ControlWord = keyof typeof CONTROL | keyof typeof BASED_ON

const WORDS: readonly ControlWord[] = ['dryRun', 'confirmRemoval', 'basedOn']

/**
 * For bodies that are allowed to have members of any name: refuses a control word that the route
 * does not know, or that is spelt otherwise (`dry_run`), since to ignore it would do what was not meant.
 */
export function onlyControls(...known: readonly ControlWord[]): z.core.CheckFn<unknown> {
  return ({ value, issues }) => {
    if (!isRecord(value)) return
    const name = controlWordsIn(value).find((member) => !known.includes(member as ControlWord))
    if (name !== undefined)
      issues.push({ code: 'custom', input: value, message: unknownMember(name) })
  }
}

/** The members that are control words, as they are spelt. */
export function controlWordsIn(value: JsonRecord): string[] {
  return Object.keys(value).filter((member) => {
    const letters = member.replaceAll(/[^a-z]/gi, '').toLowerCase()
    return WORDS.some((word) => word.toLowerCase() === letters)
  })
}

/** For a body that holds nothing but what the route knows: its text, or which member is not known. */
export function strictly(text: string) {
  return (issue: { code?: string; keys?: readonly string[] }): string =>
    issue.code === 'unrecognized_keys' ? unknownMember(issue.keys?.[0] ?? '') : text
}

/** What is said of a member that a route does not know. */
export function unknownMember(name: string): string {
  return `Unknown member: ${name.slice(0, 100)}`
}
