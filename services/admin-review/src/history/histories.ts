import { HISTORIES } from '@landscape/contracts/documents'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { Identity } from '@landscape/contracts/identity'
import type { Documents } from '@landscape/store/documents/open-documents'
import type { Actor } from '@landscape/store/documents/commit-loop'
import { undoChange, type Undone } from '@landscape/store/documents/undo-change'
import {
  type ChangePage,
  changePage,
  type ChangeQuery,
  type Cursor,
  sourceOf,
} from '@landscape/store/history/change-page'
import type { FoundChange } from '@landscape/store/history/past'

/** Public names of the documents that have a history. */
type HistoryName = keyof typeof HISTORIES
export const HISTORY_NAMES = Object.keys(HISTORIES) as HistoryName[]

/** Whether changes of a document can be undone: an undo could show a revoked API key as active. */
export function canBeUndone(document: string): boolean {
  return document !== ('keys' satisfies HistoryName)
}

/** Histories by caller. */
export interface CallersHistories {
  /** For administrators: all documents. */
  all: Histories
  /** For API keys, which must not read about keys: all other documents. */
  forKeys: Histories
  /** For reviewers: the radar and its editions. */
  radar: Histories
}

/** The histories of an administrator, or of the API key of one. */
export function adminHistories({ all, forKeys }: CallersHistories, identity: Identity): Histories {
  return identity.keyScope === undefined ? all : forKeys
}

/** History of some of the documents; changes of other documents are not found. */
export interface Histories {
  names: readonly HistoryName[]
  /**
   * Changes of one document or of all, newest first.
   *
   * @throws DomainError `forbidden` for a document that is not one of them
   */
  page(
    query: ChangeQuery & { document?: HistoryName | undefined } & {
      limit: number
      cursor?: Cursor | undefined
    },
  ): Promise<ChangePage>
  /** @throws DomainError `not-found` */
  find(id: string): Promise<FoundChange>
  /**
   * Reverts one change and keeps later ones.
   *
   * @throws DomainError `not-found`; `conflict` when it was undone or later changes altered the same
   *   paths: `conflicts` lists the paths and the changes; `conflict` for changes of API keys
   */
  undo(id: string, options: { by: Actor; dryRun: boolean }): Promise<Undone>
  /**
   * The present value of a document; undefined when it does not exist.
   *
   * @throws as a read of the document
   */
  present(document: HistoryName): Promise<unknown>
  /** @throws DomainError `forbidden` as `page`; `not-found` when the instant precedes the history */
  stateAt(document: HistoryName, instant: number): Promise<unknown>
}

/** Histories of the named documents. */
export function createHistories(
  documents: Documents<(typeof HISTORIES)[HistoryName]>,
  names: readonly HistoryName[],
): Histories {
  const documentOf = (name: HistoryName) => documents[HISTORIES[name]]
  const nameIn = (id: string) => {
    const name = names.find((candidate) => id.startsWith(`${candidate}-`))
    if (name === undefined) throw unknownChange()
    return name
  }
  const assertReadable = (name: HistoryName | undefined) => {
    if (name !== undefined && !names.includes(name))
      throw new DomainError('forbidden', `This caller may not read the history of '${name}'`)
  }
  return {
    names,
    async page({ document, limit, cursor, ...query }) {
      assertReadable(document)
      const selected = names.filter((name) => document === undefined || name === document)
      const sources = selected.map(
        async (name) => [name, sourceOf(await documentOf(name).past(), query)] as const,
      )
      return changePage(Object.fromEntries(await Promise.all(sources)), {
        limit,
        ...(cursor && { cursor }),
      })
    },
    async find(id) {
      const change = await (await documentOf(nameIn(id)).past()).find(id)
      if (!change) throw unknownChange()
      return change
    },
    async undo(id, options) {
      const name = nameIn(id)
      if (!canBeUndone(name)) throw new DomainError('conflict', KEYS_FINAL)
      return undoChange<unknown>(documentOf(name), id, options)
    },
    present: async (name) => (await documentOf(name).read())?.value,
    async stateAt(name, instant) {
      assertReadable(name)
      const state = await (await documentOf(name).past()).stateAt(instant)
      if (!state) throw new DomainError('not-found', 'No version at that time')
      return state.value
    },
  }
}

const KEYS_FINAL = 'Changes of API keys cannot be undone. Revoke the key, or create another one.'

function unknownChange(): DomainError {
  return new DomainError('not-found', 'Change not found')
}
