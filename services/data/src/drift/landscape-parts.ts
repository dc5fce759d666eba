import type { Landscape } from '../join/landscape.ts'

const TECHNOLOGIES_OF_PART = 10
const PROJECTS_OF_PART = 100

/** A landscape in parts, each with some technologies or some projects: a rule needs one at a time. */
export function* partsOf(landscape: Landscape): Generator<Landscape> {
  const { technologies, projects } = landscape
  for (let i = 0; i < technologies.length; i += TECHNOLOGIES_OF_PART)
    yield {
      ...landscape,
      technologies: technologies.slice(i, i + TECHNOLOGIES_OF_PART),
      projects: [],
    }
  for (let i = 0; i < projects.length; i += PROJECTS_OF_PART)
    yield { ...landscape, technologies: [], projects: projects.slice(i, i + PROJECTS_OF_PART) }
}
