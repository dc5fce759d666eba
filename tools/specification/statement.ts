/**
 * A sentence or table row of the specification. A claim needs a test that it holds and a test of what happens
 * otherwise, unless `noOtherwise` explains why there is none. An open point is decided here. A heading has no
 * claim.
 */
export type Statement =
  string | { claim: string; noOtherwise: string } | { open: string } | { heading: string }

/** A section of the specification, with the numbers of its sentences and table rows. */
export interface Section {
  number: string
  title: string
  sentences: number
  rows: number
  statements: Readonly<Record<string, Statement>>
}

/** The sections of the specification and additional statements. */
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
  typeof statement === 'string' || 'claim' in statement
