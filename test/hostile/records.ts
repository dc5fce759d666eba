import { component } from './description.ts'
import { createFiller } from './fill.ts'
import { createTexts, letters, marks } from './texts.ts'

/** A project that a user without groups sends, as one of several owners. */
export interface Sent {
  owner: string
  project: Project
  /** Replace the record afterwards, one after the other. */
  next?: readonly Project[]
}

interface Project {
  user: object[]
  details: object[]
  [section: string]: unknown
}

/** Bytes of a record, below the maximum of 256 KB. */
const BYTES = 240_000
const OWNERS = 8
/** Units of a project name, whose percent-encoding is bounded. */
const MAX_NAME = 100

const ownerOf = (at: number) => `hostile-${at % OWNERS}@acme.example`

function project(at: number, name: string, more: object = {}, sections: object = {}): Project {
  return {
    user: [{ email: ownerOf(at), roles: ['Editor'] }],
    details: [{ name, ...more }],
    ...sections,
  }
}

const using = (names: readonly string[]) => ({
  architecture: { languages: { main: names, others: [] } },
})
const distinct = (first: number, count: number) =>
  Array.from({ length: count }, (_, at) => letters(first + at))

/** Records at the bound of a record, one kind for each way of costing more than their size. */
export const KINDS: Readonly<Record<string, () => Sent[]>> = {
  'half a character at each cut': () =>
    sent(
      [99, 100, 199, 200, 399, 400].map((length, at) => {
        const cut = `${'x'.repeat(length)}🚢`
        return project(
          at,
          `Cut at ${length}`,
          { programme_name: cut, short_name: cut },
          using([cut]),
        )
      }),
    ),
  'many short names': () =>
    sent(
      Array.from({ length: 8 }, (_, at) =>
        project(at, `Short names ${at}`, {}, using(shortNames(at))),
      ),
    ),
  'long names of marks': () =>
    sent(
      [0, 1, 2, 3].map((at) => {
        // Two bytes each, and different from those of other records.
        const name = (length: number) => `${letters(at)}${marks(length)}`
        const details = {
          programme_name: name(24_000),
          short_name: name(8_000),
          project_dependencies: [{ name: name(24_000), description: name(4_000) }],
        }
        const sections = {
          ...using([name(24_000)]),
          developed: ['Partnership', [name(8_000)]],
          stage: name(4_000),
        }
        return project(at, `Marks ${at}`, details, sections)
      }),
    ),
  'links of one character': () =>
    sent(
      ['/', '?', '#', 'git@', ':', '%', '.'].map((piece, at) => {
        const link = `https://scm.example/${piece.repeat(Math.floor(BYTES / 2 / piece.length))}x`
        const links = [{ description: 'x', url: link }]
        const source_control = [{ type: 'GitHub', links }]
        return project(at, `Links ${at}`, { documentation_link: [link] }, { source_control })
      }),
    ),
  'the same names in two records': () =>
    sent([0, 1].map((at) => project(at, `Same names ${at}`, {}, using(distinct(0, 26_000))))),
  'a list that is replaced': () =>
    [0, 1].map((at) => ({
      owner: ownerOf(at),
      project: project(at, `Replaced ${at}`, {}, using(distinct(1_000_000, 10_000))),
      next: [2_000_000, 3_000_000].map((first) =>
        project(at, `Replaced ${at}`, {}, using(distinct(first, 10_000))),
      ),
    })),
  'names that objects inherit': () =>
    sent(
      ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'constructors of all'].map(
        (name, at) => project(at, name, { programme_name: name }, using([name])),
      ),
    ),
  'many dependencies': () =>
    sent(
      Array.from({ length: 4 }, (_, at) => {
        const project_dependencies = distinct(0, 6_000).map((name) => ({ name, description: '' }))
        return project(at, `Dependencies ${at}`, { project_dependencies })
      }),
    ),
  'ten thousand equal names': () =>
    sent([project(0, 'Equal names', {}, using(Array(10_000).fill('\ufdfa'.repeat(7))))]),
  'each member at its worst': () => sent(filledProjects(20)),
}

function sent(projects: readonly Project[]): Sent[] {
  return projects.map((one) => ({
    owner: (one.user[0] as { email: string }).email,
    project: one,
  }))
}

/** 35,000 names of four letters and digits. */
function shortNames(at: number): string[] {
  return Array.from({ length: 34_000 }, (_, i) => (at * 34_000 + i).toString(36))
}

function filledProjects(count: number): Project[] {
  return Array.from({ length: count }, (_, at) => {
    // The registry rejects half a character, and members that every object inherits.
    const texts = createTexts(at * 17)
    const text = (max: number) => texts(max).toWellFormed()
    const items = (depth: number) => (depth < 2 ? 3 : 12)
    const fill = createFiller({ text, items, isOpen: false })
    const filled = fill(component('Project')) as Project
    const [details] = filled.details
    return {
      ...filled,
      user: [{ email: ownerOf(at), roles: ['Editor'] }, ...filled.user],
      details: [
        { ...details, name: `${at} ${(details as { name: string }).name.slice(0, MAX_NAME)}` },
      ],
    }
  })
}
