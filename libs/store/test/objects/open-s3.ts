import { createS3Store, type S3Store, type S3StoreOptions } from '../../src/objects/s3/store.ts'

export interface S3Server {
  name: string
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  buckets: S3StoreOptions['buckets']
}

/** Opens a store on the server, or on a proxy in front of it. */
export function openS3(
  server: S3Server,
  { endpoint = server.endpoint, ...options }: Partial<S3StoreOptions> & { endpoint?: string } = {},
): S3Store {
  return createS3Store({
    buckets: server.buckets,
    client: {
      endpoint,
      region: server.region,
      forcePathStyle: true,
      credentials: { accessKeyId: server.accessKeyId, secretAccessKey: server.secretAccessKey },
    },
    ...options,
  })
}
