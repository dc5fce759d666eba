/** Parts of a project that the web client leaves empty when its page was skipped. */
type Skipped = 'source_control' | 'hosting' | 'architecture' | 'environments' | 'tools'

/** What is written by hand about one project; everything else follows from its stack and its name. */
export interface ProjectPlan {
  name: string
  short: string
  about: string
  stack: StackName
  needs?: Record<string, string>
  skipped?: Skipped[]
  /** Base of the repository names, when it is not the project name. */
  repositories?: string
}

export interface Programme {
  name: string
  short: string
  projects: ProjectPlan[]
}

export type StackName =
  'node' | 'java' | 'python' | 'data' | 'science' | 'statistics' | 'dotnet' | 'legacy' | 'go'
