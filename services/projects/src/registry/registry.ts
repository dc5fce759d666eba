import { oncePerObject, type ProjectsDocument } from '@landscape/contracts'
import { type Actor, digest, type Past, type StoredDocument } from '@landscape/store'
import type { Edit } from './edits.ts'
import { publicProject, type Project } from './project.ts'

interface EditOptions {
  by: Actor
  /** An `If-Match` header, and the state that its tags name. */
  ifMatch?: string | undefined
  tagged?: (projects: readonly unknown[]) => Project
}

/** A record after an edit. */
interface Edited {
  record: Project
  /** Id of the newest earlier change of the record; `undefined` when none is known, or nothing was altered. */
  predecessor: () => Promise<string | undefined>
}

export interface Registry {
  /** All records; `staleSeconds` is set when they come from a copy because the store is away. */
  read(): Promise<{ projects: readonly unknown[]; staleSeconds?: number | undefined }>
  /**
   * All records, and what happened to the registry up to them; no `past` when somebody replaced the
   * registry by other means, until the next edit records that: whose changes they were is not known then.
   */
  history(): Promise<{ projects: readonly unknown[]; past?: Past | undefined }>
  /**
   * Applies a pure edit to the newest version; resolves with the record it touched once that is
   * stored.
   *
   * @throws DomainError as `StoredDocument.change`, and what the edit throws
   */
  edit(edit: (projects: readonly unknown[]) => Edit, options: EditOptions): Promise<Edited>
}

/** The registry in its document; a document that does not exist yet holds no projects. */
export function createRegistry(document: StoredDocument<ProjectsDocument>): Registry {
  return {
    async read() {
      const snapshot = await document.read()
      return { projects: snapshot?.value.projects ?? [], staleSeconds: snapshot?.staleSeconds }
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
      const { result: record, change } = await document.change(
        (current) => {
          const { projects, record } = edit(current?.projects ?? [])
          return { next: { ...current, projects }, result: publicProject(record) }
        },
        { by, ifMatch, ...(tagged && { tagged: (current) => tagged(current?.projects ?? []) }) },
      )
      return {
        record,
        predecessor: async () => change && document.predecessor(change),
      }
    },
  }
}

/** Versions never change. */
const digestOf = oncePerObject((value: ProjectsDocument) => digest(JSON.stringify(value)))
