import { createGitHubSource, type GitHubSourceOptions } from '../github/source.ts'
import { createSampleSource, type SampleDocuments } from './sample.ts'
import { createUnconfiguredSource } from './unconfigured.ts'
import type { UsageSource } from './usage-source.ts'

export interface SourceChoice {
  /** Absent while settings are missing. */
  github: GitHubSourceOptions | undefined
  development: boolean
  documents: SampleDocuments
  /** Names of the settings that are missing. */
  missing: readonly string[]
}

/** The host when it is set up; else sample data in development, and nowhere else. */
export function chooseSource({
  github,
  development,
  documents,
  missing,
}: SourceChoice): UsageSource {
  if (github) return createGitHubSource(github)
  return development ? createSampleSource(documents) : createUnconfiguredSource(missing)
}
