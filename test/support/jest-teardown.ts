import tearDownStores from '@landscape/dev/s3-server/jest-teardown'

/** Stops the shared landscapes and stores. */
export default async function teardown(): Promise<void> {
  await globalThis.sharedLandscapes?.stop()
  await tearDownStores()
}
