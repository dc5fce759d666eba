import type { SearchKind } from './reply.ts'
import { admitProjectName, keyOf, type Name } from '@landscape/contracts/admit'
import type { StoredProject } from '@landscape/contracts/projects'
import type { Landscape, Project } from '../join/landscape.ts'
import type { RadarEntry } from '../timeline/radar-entries.ts'
import { isPublic } from '../join/use.ts'
import { pathSegment } from '@landscape/contracts/url-with'

/** The members of a subject that are searched. */
export const INDEXED = ['title', 'names', 'key', 'description', 'programme'] as const

/** A subject of the landscape as the index holds it. */
export interface Subject {
  /** The same for the subject in each landscape. */
  id: string
  kind: SearchKind
  /** Its name in results. */
  label: string
  /** Its name in the index; empty for a radar entry, which its technology represents. */
  title: string
  /** Other names, each on a line. */
  names: string
  /** Keys of title and names, by which `node js` finds `Node.js` and `c#` finds `C#`. */
  key: string
  description: string
  programme: string
  /** The entry whose ring is its own. */
  entry: RadarEntry | undefined
  /** Number of projects that use it or belong to it; null for kinds without one. */
  projects: number | null
  link: string
  /** Whether only signed-in callers may find it. */
  isHidden: boolean
}

/** The subjects of a landscape by id; a generator, so that `inSlices` can serve requests in the meantime. */
export function* subjectsOf(landscape: Landscape): Generator<void, Map<string, Subject>> {
  const subjects = new Map<string, Subject>()
  const numbers = new Map<string, number>()
  for (const one of unnamedSubjects(landscape)) {
    yield
    // Some subjects have the same link, such as programmes that differ in case.
    const link = `${one.kind} ${one.link}`
    const number = subjects.has(link) ? (numbers.get(link) ?? 1) + 1 : 1
    if (number > 1) numbers.set(link, number)
    // A kind does not begin with a number.
    const id = number > 1 ? `${number} ${link}` : link
    subjects.set(id, { id, ...one })
  }
  return subjects
}

/** Whether two subjects are the same in the index. */
export function isSameSubject(one: Subject, other: Subject): boolean {
  return INDEXED.every((field) => one[field] === other[field])
}

function* unnamedSubjects(landscape: Landscape): Generator<Omit<Subject, 'id'>> {
  for (const technology of landscape.technologies) {
    const { name, link, entries, aliases, spellings, projects } = technology
    yield subject('technology', name, link, {
      entry: entries[0],
      projects: projects.length,
      names: [
        ...aliases,
        ...spellings.map(({ spelling }) => spelling),
        ...entries.flatMap(({ name }) => name ?? []),
      ],
    })
    for (const entry of entries) {
      const texts = [entry.description, ...entry.moves.map((move) => move.description)]
      const content = { entry, projects: projects.length, description: texts.join('\n') }
      const title = entry.name ?? name
      yield { ...subject('radar-entry', title, `${link}#radar`, content), title: '', key: '' }
    }
  }
  for (const project of landscape.projects) yield subjectOfProject(project)
  const projectsIn = Map.groupBy(landscape.projects, ({ programme }) => programme.toLowerCase())
  for (const programme of landscape.programmes)
    yield subject('programme', programme, `/projects?programme=${pathSegment(programme)}`, {
      projects: projectsIn.get(programme.toLowerCase())?.length ?? 0,
    })
  for (const { name, url, visibility, languages } of landscape.repositories) {
    const title = admitProjectName(name)
    if (!title) continue
    const description = languages.map(({ technology }) => technology.name).join('\n')
    const isHidden = !isPublic({ visibility })
    yield { ...subject('repository', title, url, { description }), isHidden }
  }
}

const subjectsOfProjects = new WeakMap<StoredProject, Omit<Subject, 'id'>>()

/** The subject of a stored project, the same one in the next landscape unless its slug has another number. */
function subjectOfProject(project: Project): Omit<Subject, 'id'> {
  const { name, slug, shortName, description, programme, stored } = project
  const link = `/projects/${pathSegment(slug)}`
  const known = subjectsOfProjects.get(stored)
  if (known?.link === link) return known
  const names = shortName === name || shortName === '' ? [] : [shortName]
  const own = subject('project', name, link, { names, description, programme })
  subjectsOfProjects.set(stored, own)
  return own
}

interface Content {
  entry?: RadarEntry | undefined
  projects?: number | null
  names?: readonly Name[]
  description?: string
  programme?: string
}

function subject(
  kind: SearchKind,
  title: Name,
  link: string,
  { entry, projects = null, names = [], description = '', programme = '' }: Content = {},
): Omit<Subject, 'id'> {
  const key = [...new Set([title, ...names].map(keyOf).filter(Boolean))].join('\n')
  const texts = {
    names: names.join('\n'),
    key,
    description,
    programme,
  }
  return { kind, label: title, title, ...texts, entry, projects, link, isHidden: false }
}
