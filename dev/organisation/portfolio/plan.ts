/** Sections of a project that the web client leaves empty when a user skips their page. */
type Skipped = 'source_control' | 'hosting' | 'architecture' | 'environments' | 'tools'

/** Manual part of a project; the rest is generated from its stack and its name. */
export interface ProjectPlan {
  name: string
  short: string
  about: string
  stack: StackName
  needs?: Record<string, string>
  skipped?: Skipped[]
  /** Whether its owner has only named it: it has no contact, no stage, and a repository that no scan contains. */
  isNamedOnly?: boolean
  /** Base of the repository names; the project name when absent. */
  repositories?: string
}

export interface Programme {
  name: string
  short: string
  projects: ProjectPlan[]
}

export type StackName =
  'node' | 'java' | 'python' | 'data' | 'science' | 'statistics' | 'dotnet' | 'legacy' | 'go'
