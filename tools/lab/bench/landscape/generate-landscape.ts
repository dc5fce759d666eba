import { generateRepositories } from '../generate-repositories.ts'

const TECHNOLOGIES = 300
const ENTRIES = 150
const NAMES_PER_SECTION = 3
const SECTIONS = ['languages', 'frameworks', 'database', 'infrastructure', 'cicd']
const RINGS = ['adopt', 'trial', 'assess', 'hold']
const PROGRAMMES = 40

/** Generates the documents of an organisation of this size, the same in every run. */
export function generateLandscape(size: number) {
  let state = 1
  const below = (bound: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return Math.floor((state / 0x8000_0000) * bound)
  }
  // The square makes some technologies frequent and most rare.
  const names = () =>
    Array.from({ length: NAMES_PER_SECTION }, () => nameOf(below(TECHNOLOGIES) ** 2 / TECHNOLOGIES))
  const urlOf = (i: number) => `https://scm.example/repository-${i}`
  const projects = Array.from({ length: size }, (_, i) => ({
    owner: `p${i}@acme.example`,
    user: [{ email: `p${i}@acme.example`, roles: ['Owner'], grade: 'G7' }],
    details: [
      {
        name: `Project ${i}`,
        project_description: 'its purpose, in a sentence or two. '.repeat(10),
        programme_name: `Programme ${i % PROGRAMMES}`,
      },
    ],
    architecture: Object.fromEntries(
      SECTIONS.map((section) => [section, { main: names().slice(0, 1), others: names() }]),
    ),
    source_control: [{ type: 'GitHub', links: [{ description: 'code', url: urlOf(i) }] }],
    stage: i % 4 === 0 ? 'Development' : 'Active Support',
  }))
  const repositories = generateRepositories(size).repositories.map((repository, i) => {
    return { ...repository, url: urlOf(i) }
  })
  return {
    projects: { projects },
    repositories: { repositories },
    radar: radarOf(),
    technologyNames: [{ name: nameOf(0), aliases: [nameOf(1)] }],
  }
}

function nameOf(number: number): string {
  return `Technology ${Math.floor(number)}`
}

function radarOf() {
  return {
    title: 'Radar',
    quadrants: [{ id: '1', name: 'Languages' }],
    rings: RINGS.map((id) => ({ id, name: id.toUpperCase() })),
    entries: Array.from({ length: ENTRIES }, (_, i) => ({
      id: `entry-${i}`,
      title: nameOf(i * 2),
      quadrant: '1',
      description: 'generated',
      timeline: [
        { moved: 0, ringId: RINGS[i % 4], date: `202${i % 7}-05-01`, description: 'first' },
      ],
    })),
  }
}
