import { DomainError, HISTORIES } from '@landscape/contracts'
import {
  type Actor,
  changePage,
  type ChangePage,
  type ChangeQuery,
  type Cursor,
  type Documents,
  type FoundChange,
  sourceOf,
  undoChange,
  type Undone,
} from '@landscape/store'

/** The documents whose history is kept, as clients know them. */
type HistoryName = keyof typeof HISTORIES
export const HISTORY_NAMES = Object.keys(HISTORIES) as HistoryName[]

/** What happened to some of the documents; an id of another one's change is unknown. */
export interface Histories {
  names: readonly HistoryName[]
  /** Changes of one document, or of all, newest first. */
  page(
    query: ChangeQuery & { document?: HistoryName | undefined } & {
      limit: number
      cursor?: Cursor | undefined
    },
  ): Promise<ChangePage>
  /** @throws DomainError `not-found` */
  find(id: string): Promise<FoundChange>
  /**
   * Takes one change back and leaves later ones alone.
   *
   * @throws DomainError `not-found`; `conflict` when it is undone already, or later changes touch the
   *   same places: `conflicts` names the places and the changes
   */
  undo(id: string, options: { by: Actor; dryRun: boolean }): Promise<Undone>
  /** @throws DomainError `not-found` when the history began later */
  stateAt(document: HistoryName, instant: number): Promise<unknown>
}

/** The histories of those documents that somebody may see. */
export function createHistories(
  documents: Documents<(typeof HISTORIES)[HistoryName]>,
  names: readonly HistoryName[],
): Histories {
  const documentOf = (name: HistoryName) => documents[HISTORIES[name]]
  const documentIn = (id: string) => {
    const name = names.find((candidate) => id.startsWith(`${candidate}-`))
    if (name === undefined) throw unknownChange()
    return documentOf(name)
  }
  return {
    names,
    async page({ document, limit, cursor, ...query }) {
      const wanted = names.filter((name) => document === undefined || name === document)
      const sources = wanted.map(
        async (name) => [name, sourceOf(await documentOf(name).past(), query)] as const,
      )
      return changePage(Object.fromEntries(await Promise.all(sources)), {
        limit,
        ...(cursor && { cursor }),
      })
    },
    async find(id) {
      const found = await (await documentIn(id).past()).find(id)
      if (!found) throw unknownChange()
      return found
    },
    // Documents differ in what they hold, which undoing does not look at.
    undo: (id, options) => undoChange<unknown>(documentIn(id), id, options),
    async stateAt(name, instant) {
      const state = await (await documentOf(name).past()).stateAt(instant)
      if (!state) throw new DomainError('not-found', 'No version at that time')
      return state.value
    },
  }
}

function unknownChange(): DomainError {
  return new DomainError('not-found', 'Change not found')
}
