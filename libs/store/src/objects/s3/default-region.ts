import { S3Client } from '@aws-sdk/client-s3'

/** Region of signatures for stores without regions. */
const NO_REGION = 'us-east-1'

/**
 * The region in the SDK's settings. A store with an endpoint of its own needs none.
 *
 * @throws Error when neither a region nor an endpoint is set
 */
export async function defaultRegion(): Promise<string> {
  const client = new S3Client({})
  const { region, serviceConfiguredEndpoint } = client.config
  try {
    return await region()
  } catch (error) {
    if ((await serviceConfiguredEndpoint?.()) === undefined) throw error
    return NO_REGION
  } finally {
    client.destroy()
  }
}
