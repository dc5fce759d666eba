import { canBeUndone } from './histories.ts'
import { positionOf, type ShownChange } from '@landscape/store/history/past'

type Change = Pick<ShownChange, 'id' | 'document' | 'operations' | 'undoes' | 'undoneBy'>

/** A change with its paths, and all paths above them. */
interface Later extends Change {
  paths: ReadonlySet<string>
  above: ReadonlySet<string>
}

/**
 * The ids of the newest changes that no later one prevents from being undone. The order of elements is not
 * compared; the undo itself is exact.
 *
 * @param changes all newest changes of their documents, newest first
 */
export function undoableChanges(changes: readonly Change[]): Set<string> {
  const undoable = new Set<string>()
  const laterIn = new Map<string, Later[]>()
  for (const change of changes) {
    const later = laterIn.get(change.document) ?? []
    if (canBeUndone(change.document) && isUndoable(change, later)) undoable.add(change.id)
    laterIn.set(change.document, [...later, indexed(change)])
  }
  return undoable
}

function isUndoable(change: Change, laterChanges: readonly Later[]): boolean {
  const paths = change.operations.map(({ path }) => path)
  // The creation or replacement of a document cannot be undone.
  if (change.undoneBy !== null || paths.length === 0 || paths.includes('')) return false
  return !laterChanges.some((later) => {
    const isUndone = later.undoneBy !== null
    const isUndo = later.undoes !== null && isAfter(later.undoes, change.id)
    return !isUndone && !isUndo && paths.some((path) => alters(later, path))
  })
}

function alters({ paths, above }: Later, path: string): boolean {
  return above.has(path) || upwards(path).some((one) => paths.has(one))
}

function indexed(change: Change): Later {
  const paths = new Set(change.operations.map(({ path }) => path))
  return { ...change, paths, above: new Set([...paths].flatMap(upwards)) }
}

function isAfter(id: string, other: string): boolean {
  const [one, two] = [positionOf(id), positionOf(other)]
  if (!one || !two) return false
  return one.number > two.number || (one.number === two.number && one.index > two.index)
}

/** A path and all paths above it, without the document. */
function upwards(path: string): string[] {
  const all: string[] = []
  for (let rest = path; rest !== ''; rest = rest.slice(0, rest.lastIndexOf('/'))) all.push(rest)
  return all
}
