const SECTIONS = ['languages', 'frameworks', 'database', 'infrastructure', 'cicd']
const STAGES = ['Development', 'Active Support', 'Unsupported', 'Live']
const TECHNOLOGIES = 300
const WORDS = 3_000
const PROGRAMMES = 40
export const SYLLABLES = [
  'ta',
  'ri',
  'mo',
  'ne',
  'lu',
  'ski',
  'ber',
  'don',
  'val',
  'per',
  'cen',
  'tra',
]

/**
 * Generates the same registry in every run: projects of about 2 KB with varied words, 6 to 16 technologies, a link
 * to a repository, dependencies and contacts, each with its own owner.
 */
export function generateProjects(count: number) {
  const below = createRandom()
  // The square makes some technologies frequent and most rare.
  const names = (length: number) =>
    Array.from({ length }, () => technologyName(below(TECHNOLOGIES) ** 2 / TECHNOLOGIES))
  const text = (words: number) =>
    Array.from({ length: words }, () => wordOf(below(WORDS))).join(' ')
  const projects = Array.from({ length: count }, (_, i) => ({
    owner: `p${i}@acme.example`,
    user: ['Owner', 'Technical Contact'].map((role, n) => {
      return { email: `p${i + n * count}@acme.example`, roles: [role], grade: 'G7' }
    }),
    details: [
      {
        name: `Project ${i}`,
        short_name: `P${i}`,
        documentation_link: [`https://docs.example/project-${i}`],
        project_description: text(110),
        programme_name: `Programme ${i % PROGRAMMES}`,
        programme_short_name: `PR${i % PROGRAMMES}`,
        project_dependencies: Array.from({ length: below(4) }, () => {
          return { name: `Project ${below(count)}`, description: text(6) }
        }),
      },
    ],
    architecture: {
      ...Object.fromEntries(
        SECTIONS.map((section) => [section, { main: names(1), others: names(below(3)) }]),
      ),
      hosting: { type: ['Cloud'], details: names(1) },
    },
    source_control: [
      { type: 'GitHub', links: [{ description: 'code', url: repositoryAddress(i) }] },
    ],
    supporting_tools: { code_editors: { main: ['VS Code'], others: [] } },
    stage: STAGES[i % STAGES.length],
  }))
  return { projects }
}

/** The name of a generated technology. */
export function technologyName(number: number): string {
  return `Technology ${Math.floor(number)}`
}

/** The address of a generated repository, to which the project of the same number links. */
export function repositoryAddress(number: number): string {
  return `https://scm.example/acme/repository-${number}`
}

/** Random integers below a bound, the same in every run: a linear congruential generator. */
export function createRandom(): (bound: number) => number {
  let state = 1
  return (bound) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return Math.floor((state / 0x8000_0000) * bound)
  }
}

function wordOf(number: number): string {
  let [rest, word] = [number + SYLLABLES.length, '']
  for (; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length]
  return word
}
