import tearDownStores from '@landscape/dev/s3-server/jest-teardown'

/** Stops what the run shared. */
export default async function teardown(): Promise<void> {
  await globalThis.sharedLandscapes?.stop()
  await tearDownStores()
}
