import type { ProjectsDocument } from '@landscape/contracts/landscape'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { Actor } from '@landscape/store/documents/pending'
import { digest } from '@landscape/store/history/digest'
import type { Past } from '@landscape/store/history/past'
import type { Edit } from './edits.ts'
import { publicProject, type Project } from './project.ts'

interface EditOptions {
  by: Actor
  /** An `If-Match` header, and the value whose ETag it is compared with. */
  ifMatch?: string | undefined
  tagged?: (projects: readonly unknown[]) => Project
}

export interface Registry {
  /** All records of a version; `staleSeconds` is set when the store is unavailable and they are cached. */
  read(): Promise<{
    projects: readonly unknown[]
    version: string
    staleSeconds?: number | undefined
  }>
  /**
   * All records with their history; `past` is undefined after an external write, until the next edit
   * records it.
   */
  history(): Promise<{ projects: readonly unknown[]; past?: Past | undefined }>
  /**
   * Applies a pure edit to the newest version, and resolves with the edited record after it is stored.
   *
   * @throws DomainError as `StoredDocument.change` and the edit
   */
  edit(
    edit: (projects: readonly unknown[]) => Edit,
    options: EditOptions,
  ): Promise<{ record: Project }>
}

/** The registry in its document; a missing document is an empty registry. */
export function createRegistry(document: StoredDocument<ProjectsDocument>): Registry {
  return {
    async read() {
      const snapshot = await document.read()
      return {
        projects: snapshot?.value.projects ?? [],
        version: snapshot?.etag ?? 'none',
        staleSeconds: snapshot?.staleSeconds,
      }
    },
    async history() {
      const snapshot = await document.read()
      const past = await document.past(snapshot)
      const isRecorded = snapshot && past.leadsTo === digestOf(snapshot.value)
      return {
        projects: snapshot?.value.projects ?? [],
        past: isRecorded ? past : undefined,
      }
    },
    async edit(edit, { by, ifMatch, tagged }) {
      const { result: record } = await document.change(
        (current) => {
          const { projects, record } = edit(current?.projects ?? [])
          return { next: { ...current, projects }, result: publicProject(record) }
        },
        { by, ifMatch, ...(tagged && { tagged: (current) => tagged(current?.projects ?? []) }) },
      )
      return { record }
    },
  }
}

/** Cached, since versions are immutable. */
const digestOf = oncePerObject((value: ProjectsDocument) => digest(JSON.stringify(value)))
