import type { Edit } from './edits.ts'
import type { Caller } from './ownership.ts'
import { projectsOf, splicedElements, type Projects } from './project.ts'

export const KIM: Caller = { email: 'kim@acme.example', isAdmin: false }
export const LEE: Caller = { email: 'lee@acme.example', isAdmin: false }
export const ADMIN: Caller = { email: 'ada@acme.example', isAdmin: true }

/** A stored record; `contacts` become `user`. */
export function stored(name: string, owner?: string, contacts: unknown[] = []) {
  return {
    user: contacts.map((email) => ({ email })),
    details: [{ name }],
    ...(owner !== undefined && { owner }),
  }
}

/** Malformed records that other programs may have stored. */
export const MALFORMED: readonly unknown[] = [
  null,
  0,
  'text',
  [],
  {},
  { user: '', details: '' },
  { user: 'kim@acme.example', details: {} },
  { user: [null, 'x', []], details: [null] },
  { user: [{ email: null }, { email: 7 }], details: [{ name: 7 }] },
  { user: {}, details: [[]], owner: null, architecture: [], developed: {}, source_control: {} },
  { user: [{ roles: 'Lead' }], details: [{}], owner: {}, architecture: { languages: '' } },
  {
    details: [{ name: null }],
    developed: [[null]],
    source_control: [null, { links: '' }, { links: [null, { url: 1 }] }],
    architecture: { languages: { main: '', others: [1, null] }, hosting: '', environments: [] },
  },
]

/** The result of an edit of stored elements, in their stored form. */
export function onStored<I>(edit: (projects: Projects, input: I) => Edit) {
  return (elements: readonly unknown[], input: I) => {
    const edited = edit(projectsOf(elements), input)
    return { projects: splicedElements(elements, edited), record: edited.record.raw }
  }
}
