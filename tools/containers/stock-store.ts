/**
 * Creates the buckets of the local container stack and fills them with the sample data up to yesterday. Existing
 * documents are kept.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  BucketAlreadyExists,
  BucketAlreadyOwnedByYou,
  CreateBucketCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { dayBefore, storeSample } from '@landscape/dev/sample-data'
import { parseConfig } from '@landscape/runtime/config/parse-config'
import { openStore, StoreEnv } from '@landscape/runtime/open-store'
import { defaultRegion } from '@landscape/store/s3/default-region'

const settings = parseConfig(StoreEnv, process.env)

/** A store may reject its first requests after it has become healthy. */
const ATTEMPTS = 10
const PAUSE_MS = 2_000

for (let attempt = 1; ; attempt++) {
  try {
    await makeBuckets()
    await stock()
    break
  } catch (error) {
    console.error(Error.isError(error) ? error.message : 'The store could not be filled')
    if (attempt === ATTEMPTS) {
      process.exitCode = 1
      break
    }
    console.error(`Attempt ${attempt} of ${ATTEMPTS} failed; retrying in ${PAUSE_MS / 1_000} s.`)
    await sleep(PAUSE_MS)
  }
}

async function makeBuckets(): Promise<void> {
  const client = new S3Client({
    region: defaultRegion,
    forcePathStyle: settings.S3_FORCE_PATH_STYLE,
  })
  for (const Bucket of [
    settings.MAIN_BUCKET_NAME,
    settings.AUDIT_TOOL_BUCKET_NAME,
    settings.ASSISTANT_BUCKET_NAME,
  ]) {
    await client.send(new CreateBucketCommand({ Bucket })).catch(fineWhenThere)
  }
  client.destroy()
}

function fineWhenThere(error: unknown): void {
  if (error instanceof BucketAlreadyOwnedByYou || error instanceof BucketAlreadyExists) return
  throw error
}

async function stock(): Promise<void> {
  const store = await openStore(settings, { development: true })
  try {
    const { stored } = await storeSample(store, dayBefore(Date.now()))
    console.log(`${stored.length} sample documents stored.`)
  } finally {
    store.close()
  }
}
