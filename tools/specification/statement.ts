/**
 * What the specification says in one place, in our words. A claim is proved by a test that it holds and one of
 * what happens otherwise, unless it has no other side. What is open is decided here; a heading claims nothing.
 */
export type Statement =
  string | { says: string; noOtherwise: string } | { open: string } | { heading: string }

/** A section of the specification: how many sentences and table rows it has, and what each says. */
export interface Section {
  number: string
  title: string
  sentences: number
  rows: number
  statements: Readonly<Record<string, Statement>>
}

/** The sections of the specification, and what is stated beyond it. */
export interface Statements {
  sections: readonly Section[]
  own: Readonly<Record<string, Statement>>
}

/** Every statement with its id. */
export function entriesOf({ sections, own }: Statements): [string, Statement][] {
  return [
    ...sections.flatMap(({ statements }) => Object.entries(statements)),
    ...Object.entries(own),
  ]
}

export const isClaim = (statement: Statement): boolean =>
  typeof statement === 'string' || 'says' in statement
