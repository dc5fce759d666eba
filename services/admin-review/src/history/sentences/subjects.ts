import { isRecord } from '@landscape/contracts/json'
import type { Operation } from '@landscape/store/history/diff'
import { segmentsOf, unescaped } from '@landscape/store/history/paths'
import { quoted, titleIn, type Labels } from './labels.ts'

export type Kind =
  | 'entry'
  | 'ring'
  | 'quadrant'
  | 'banner'
  | 'project'
  | 'technology'
  | 'edition'
  | 'list'
  | 'key'
  | 'document'

/** An altered value, by its path below the subject. */
export interface Alteration extends Pick<Operation, 'op' | 'before' | 'after'> {
  inside: readonly string[]
}

/** One part of a document that a change altered. */
export interface Subject {
  kind: Kind
  /** Its name in paths. */
  id: string
  /** Its display name. */
  name: string
  effect: 'added' | 'removed' | 'changed'
  alterations: Alteration[]
}

/** The arrays whose elements are subjects. */
const LISTS: Readonly<Record<string, { document: string; kind: Kind }>> = {
  entries: { document: 'radar', kind: 'entry' },
  rings: { document: 'radar', kind: 'ring' },
  quadrants: { document: 'radar', kind: 'quadrant' },
  messages: { document: 'banners', kind: 'banner' },
  projects: { document: 'projects', kind: 'project' },
  keys: { document: 'keys', kind: 'key' },
}

/** The subjects of operations, in the order of their first operation. */
export function subjectsOf(
  document: string,
  operations: readonly Operation[],
  labels: Labels,
): Subject[] {
  const subjects = new Map<string, Subject>()
  for (const { path, ...values } of operations) {
    const segments = segmentsOf(path)
    const { kind, depth } = positionOf(document, segments)
    const key = segments.slice(0, depth).join('/')
    const alteration = { ...values, inside: segments.slice(depth).map(unescaped) }
    const known = subjects.get(key)
    if (known) known.alterations.push(alteration)
    else {
      const [list = '', id = list] = segments.slice(0, depth).map(unescaped)
      const effect = 'changed' as const
      subjects.set(key, { kind, id, name: list, effect, alterations: [alteration] })
    }
  }
  return [...subjects.values()].map((subject) => ({
    ...subject,
    name: nameOf(subject, labels),
    effect: effectOf(subject),
  }))
}

/** The kind of the subject of a path, and the number of segments that identify it. */
function positionOf(document: string, segments: readonly string[]): { kind: Kind; depth: number } {
  const [list] = segments
  if (list === undefined) return { kind: 'document', depth: 0 }
  if (document === 'lists') return { kind: 'list', depth: 1 }
  if (document === 'technology-names') return { kind: 'technology', depth: 1 }
  if (document === 'editions') return { kind: 'edition', depth: 1 }
  const found = Object.hasOwn(LISTS, list) ? LISTS[list] : undefined
  if (found?.document !== document || segments.length < 2) return { kind: 'document', depth: 0 }
  return { kind: found.kind, depth: 2 }
}

function nameOf({ kind, id, name: list, alterations }: Subject, labels: Labels): string {
  if (kind === 'document') return ''
  if (kind === 'list') return id.replaceAll('_', ' ')
  if (kind === 'project' || kind === 'technology' || kind === 'edition')
    return id || 'without a name'
  const elements = alterations
    .filter(({ inside }) => inside.length === 0)
    .flatMap(({ after, before }) => [after, before])
  const title = elements.map((element) => titleIn(list, element)).find((one) => one !== undefined)
  return title ?? labels.titleOf(list, id) ?? newNameOf(kind, alterations) ?? unnamed(kind, id)
}

/** The name that an operation sets. */
function newNameOf(kind: Kind, alterations: readonly Alteration[]): string | undefined {
  const members = kind === 'banner' ? ['message'] : ['title', 'name']
  const found = alterations.find(
    ({ inside, after }) =>
      inside.length === 1 && members.includes(inside[0] ?? '') && typeof after === 'string',
  )
  if (!found) return undefined
  return kind === 'banner' ? quoted(String(found.after)) : String(found.after)
}

function unnamed(kind: Kind, id: string): string {
  if (kind === 'banner') return 'without a message'
  return id.startsWith('~.') ? 'without a name' : id
}

function effectOf({ kind, alterations: [first, ...others] }: Subject): Subject['effect'] {
  if (!first || first.inside.length > 0 || others.length > 0) return 'changed'
  if (kind === 'document' && isRecord(first.before) && isRecord(first.after)) return 'changed'
  return first.op === 'add' ? 'added' : first.op === 'remove' ? 'removed' : 'changed'
}
