import type { ProjectsDocument } from '@landscape/contracts/landscape'
import { oncePerObject } from '@landscape/contracts/once-per-object'
import type { StoredDocument } from '@landscape/store/documents/document'
import type { Actor } from '@landscape/store/documents/commit-loop'
import { digest } from '@landscape/store/history/record'
import type { Past } from '@landscape/store/history/past'
import type { Edit } from './edits.ts'
import {
  projectsOf,
  publicProject,
  splicedElements,
  type Project,
  type Projects,
} from './project.ts'

export interface Registry {
  /** All elements of a version; `staleSeconds` is set when the store is unavailable and they are cached. */
  read(): Promise<{
    projects: Projects
    version: string
    staleSeconds?: number | undefined
  }>
  /**
   * All elements with their history; `past` is undefined after an external write, until the next edit
   * records it.
   */
  history(): Promise<{ projects: Projects; past?: Past | undefined }>
  /**
   * Applies a pure edit to the newest version, and resolves with the edited project after it is stored.
   *
   * @throws DomainError as `StoredDocument.change` and the edit
   */
  edit(edit: (projects: Projects) => Edit, by: Actor): Promise<Project>
}

const NONE: readonly unknown[] = Object.freeze([])

/** The registry in its document; a missing document is an empty registry. */
export function createRegistry(document: StoredDocument<ProjectsDocument>): Registry {
  const projectsIn = (value: ProjectsDocument | undefined) => projectsOf(value?.projects ?? NONE)
  return {
    async read() {
      const snapshot = await document.read()
      return {
        projects: projectsIn(snapshot?.value),
        version: snapshot?.etag ?? 'none',
        staleSeconds: snapshot?.staleSeconds,
      }
    },
    async history() {
      const snapshot = await document.read()
      const past = await document.past(snapshot)
      const isRecorded = snapshot && past.leadsTo === digestOf(snapshot.value)
      return { projects: projectsIn(snapshot?.value), past: isRecorded ? past : undefined }
    },
    async edit(edit, by) {
      const { result } = await document.change(
        (current) => {
          const elements = current?.projects ?? NONE
          const edited = edit(projectsOf(elements))
          const next = { ...current, projects: splicedElements(elements, edited) }
          return { next, result: publicProject(edited.record.raw) }
        },
        { by },
      )
      return result
    },
  }
}

/** Cached, since versions are immutable. */
const digestOf = oncePerObject((value: ProjectsDocument) => digest(JSON.stringify(value)))
