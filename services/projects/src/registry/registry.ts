import type { ProjectsDocument } from '@landscape/contracts'
import type { Actor, StoredDocument } from '@landscape/documents'
import type { Edit } from './edits.ts'
import type { Project } from './project.ts'

export interface Registry {
  /** All records; `staleSeconds` is set when they come from a copy because the store is away. */
  read(): Promise<{ projects: readonly unknown[]; staleSeconds?: number | undefined }>
  /** Applies a pure edit to the newest version; resolves with the record it touched once that is stored. */
  edit(edit: (projects: readonly unknown[]) => Edit, by: Actor): Promise<Project>
}

/** The registry in its document; a document that does not exist yet holds no projects. */
export function createRegistry(document: StoredDocument<ProjectsDocument>): Registry {
  return {
    async read() {
      const snapshot = await document.read()
      return { projects: snapshot?.value.projects ?? [], staleSeconds: snapshot?.staleSeconds }
    },
    async edit(edit, by) {
      let record: Project = {}
      await document.change((current) => {
        const next = edit(current?.projects ?? [])
        // The edit may run again on a newer version: the last run is the one that was stored.
        record = next.record
        return { ...current, projects: [...next.projects] }
      }, by)
      return record
    },
  }
}
