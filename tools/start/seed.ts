import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ProcessEnv } from '@landscape/runtime/config/fields'
import { parseConfig } from '@landscape/runtime/config/parse-config'
import { openStore, StoreEnv } from '@landscape/runtime/open-store'
import { importDirectory } from '@landscape/store/objects/directory'
import { BUCKETS, type ObjectStore } from '@landscape/store/objects/port'
import { dayBefore, ORGANISATION, storeSample } from '@landscape/dev/sample-data'
import { recordFirstChange } from './first-change.ts'

/** Location of the embedded store. */
export interface LocalData {
  directory: string
  /** Number of sample documents that were stored by this call. */
  seeded: number
  /** Name of the organisation of the generated sample, when this call or an earlier one stored it. */
  organisation: string | undefined
}

interface Sample {
  /** Directory of the documents; those of the sample organisation up to yesterday when absent. */
  documents?: string | undefined
  /** Whether the history gets one change. */
  withHistory?: boolean
}

/**
 * Fills an empty embedded store with sample documents; in development only.
 *
 * @returns undefined outside development and with S3
 * @throws ConfigError, or an Error for the operator when the store cannot be opened
 */
export async function prepareLocalData(
  env: Readonly<Record<string, string | undefined>>,
  sample: Sample,
): Promise<LocalData | undefined> {
  const settings = parseConfig(ProcessEnv.extend(StoreEnv.shape), env)
  if (settings.NODE_ENV !== 'development' || settings.OBJECT_STORE === 's3') return undefined
  const directory = resolve(settings.DATA_DIR)
  const store = await openStore(settings, { development: true })
  try {
    const seeded = await seed(store, sample, directory)
    const named = join(directory, ORGANISATION_FILE)
    const organisation = existsSync(named) ? await readFile(named, 'utf8') : undefined
    return { directory, seeded, organisation }
  } finally {
    store.close()
  }
}

const ORGANISATION_FILE = '.sample-organisation'

/** The marker survives an interrupted import, which the next start then completes. */
async function seed(store: ObjectStore, sample: Sample, directory: string): Promise<number> {
  const { documents, withHistory = false } = sample
  const marker = join(directory, '.seeding')
  if (!existsSync(marker) && !(await isEmpty(store))) return 0
  await writeFile(marker, '')
  const { stored, firstChange } =
    documents === undefined
      ? await storeSample(store, dayBefore(Date.now()))
      : { stored: await importDirectory(store, documents, { onlyAbsent: true }) }
  if (withHistory) await recordFirstChange(store, firstChange)
  if (documents === undefined) await writeFile(join(directory, ORGANISATION_FILE), ORGANISATION)
  await rm(marker)
  return stored.length
}

async function isEmpty(store: ObjectStore): Promise<boolean> {
  const keys = await Promise.all(BUCKETS.map((bucket) => store.list(bucket)))
  return keys.every((list) => list.length === 0)
}
