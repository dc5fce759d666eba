import type { Project } from './project.ts'

/** All records after an edit, and the one it touched. */
export interface Edit {
  projects: readonly unknown[]
  record: Project
}
