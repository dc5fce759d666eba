import { fileURLToPath } from 'node:url'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { importDirectory, replace } from '@landscape/store/objects/directory'
import type { ObjectStore } from '@landscape/store/objects/port'
import { generateRepositories } from './generate-repositories.ts'
import { textOf } from './registry-client.ts'

const SAMPLES = fileURLToPath(new URL('../../../sample-data', import.meta.url))

/** Fills a store with the sample data. */
export const fillWithSamples = (store: ObjectStore) => importDirectory(store, SAMPLES)

/** Fills a store with the sample data, but these projects and this number of repositories. */
export async function fillLarge(store: ObjectStore, projects: object, repositories: number) {
  await fillWithSamples(store)
  await replace(store, DOCUMENTS.repositories.ref, textOf(generateRepositories(repositories)))
  await replace(store, DOCUMENTS.projects.ref, textOf(projects))
}
