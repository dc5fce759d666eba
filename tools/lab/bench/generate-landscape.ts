import { generateProjects, technologyName } from './generate-projects.ts'
import { generateRepositories } from './generate-repositories.ts'

const ENTRIES = 150
const RINGS = ['adopt', 'trial', 'assess', 'hold']

/** Generates the documents of an organisation of this size, the same in every run. */
export function generateLandscape(size: number) {
  return {
    projects: generateProjects(size),
    repositories: generateRepositories(size),
    radar: radarOf(),
    technologyNames: [{ name: technologyName(0), aliases: [technologyName(1)] }],
  }
}

function radarOf() {
  return {
    title: 'Radar',
    quadrants: [{ id: '1', name: 'Languages' }],
    rings: RINGS.map((id) => ({ id, name: id.toUpperCase() })),
    entries: Array.from({ length: ENTRIES }, (_, i) => ({
      id: `entry-${i}`,
      title: technologyName(i * 2),
      quadrant: '1',
      description: 'generated',
      timeline: [
        { moved: 0, ringId: RINGS[i % 4], date: `202${i % 7}-05-01`, description: 'first' },
      ],
    })),
  }
}
