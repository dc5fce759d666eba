import { readFileSync } from 'node:fs'
import type { Stored } from './json.ts'

/** A document of the sample data. */
export const sample = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../sample-data/${name}.json`, import.meta.url), 'utf8'))

export const SAMPLE: Stored = {
  projects: sample('audit-tool/new_project_data'),
  radar: sample('main/onsRadarSkeleton'),
  repositories: sample('main/repositories'),
  arrayData: sample('audit-tool/array_data'),
  technologyNames: sample('audit-tool/technology_names'),
  directorates: sample('main/directorates'),
}
