import { createRandom } from '@landscape/dev/random'
import { storedIn } from './crawl-stores.ts'
import { at, list, string } from './json.ts'

/** The pages that show the rings of a directorate. */
const OF_LANDSCAPE = /^\/(?:drift|technologies|projects|completeness|trends|radar|search|editions)/

/**
 * The pages of a store: without a filter, and with one filter at a time whose value is drawn. With a directorate only
 * those that show its rings.
 */
export function pathsOf(store: string, seed: string, directorate: string | undefined): string[] {
  const random = createRandom(`${seed} ${store}`)
  const drawn = (values: readonly unknown[], ...path: (string | number)[]): string[] => {
    const texts = [...new Set(values.map((one) => string(at(one, ...path))))].filter(Boolean)
    return texts.length === 0 ? [] : [random.pick(texts)]
  }
  const radar = storedIn(store, 'radar')
  const projects = list(at(storedIn(store, 'projects'), 'projects'))
  const entries = list(at(radar, 'entries'))
  const rings = list(at(radar, 'rings'))
  const quadrant = drawn(list(at(radar, 'quadrants')), 'id')
  const programme = drawn(projects, 'details', 0, 'programme_name')
  const project = drawn(projects, 'details', 0, 'name')
  const technology = [
    ...drawn(entries, 'title'),
    ...drawn(projects, 'architecture', 'languages', 'main', 0),
  ]
  const stage = drawn(projects, 'stage')
  const dependency = drawn(projects, 'details', 0, 'project_dependencies', 0, 'name').filter(
    (name) => projects.some((one) => at(one, 'details', 0, 'name') === name),
  )
  const flags = ['true', 'false']
  const ofProjects = {
    programme: programme,
    q: ['a'],
    stage,
    technology,
    dependency,
    rule: ['no-language', 'unknown-repository'],
  }
  const ofTechnologies = {
    programme,
    project,
    q: ['a'],
    ring: drawn(rings, 'id'),
    quadrant,
    section: ['languages', 'hosting'],
    used: flags,
    on_radar: flags,
  }
  const pages: Record<string, Record<string, readonly string[]>> = {
    '/': {},
    '/drift': {
      programme,
      project,
      technology,
      kind: ['not-on-radar', 'look-alike-names', 'not-reviewed'],
    },
    '/technologies': ofTechnologies,
    '/projects': ofProjects,
    '/completeness': ofProjects,
    '/trends': { programme },
    '/radar': { ring: rings.map((one) => string(at(one, 'id'))), quadrant },
    '/search': { q: ['java', 'harbour', 'jaav'] },
    '/editions': {},
    '/editions/now': entries.length > 0 ? { since: ['spring-2026'] } : {},
    '/usage': {},
    '/changes': entries.length > 0 ? { document: ['radar'] } : {},
  }
  const details = [
    ...technology.map((name) => `/technologies/${encodeURIComponent(name.replaceAll('/', '-'))}`),
    ...project.map((name) => `/projects/${encodeURIComponent(name)}`),
  ]
  const paths = Object.entries(pages).flatMap(([path, filters]) => [
    path,
    ...Object.entries(filters).flatMap(([name, values]) =>
      values.map((value) => `${path}?${name}=${encodeURIComponent(value)}`),
    ),
  ])
  const all = [...paths, ...details]
  if (directorate === undefined) return all
  return all
    .filter((path) => OF_LANDSCAPE.test(path))
    .map((path) => `${path}${path.includes('?') ? '&' : '?'}directorate=${directorate}`)
}
