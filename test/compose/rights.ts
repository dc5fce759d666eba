import type { Stack } from './stack.ts'

// Changes nothing: no object has this ETag. The store returns 404 or 412 to authorised callers only.
const PROBE = `
  import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
  const client = new S3Client({ region: 'us-east-1', forcePathStyle: true })
  const statusOf = (command) =>
    client.send(command).then(() => 200, ({ $metadata }) => $metadata?.httpStatusCode)
  for (const Bucket of process.argv.slice(1)) {
    const Key = '.landscape/no-such-object'
    const read = await statusOf(new GetObjectCommand({ Bucket, Key }))
    const write = await statusOf(new PutObjectCommand({ Bucket, Key, Body: '{}', IfMatch: '"0"' }))
    console.log(JSON.stringify([read, write]))
  }
`

/**
 * Returns the rights of a service's keys in the store.
 *
 * @returns the rights for each bucket: `read write`, `read`, `write` or `''`
 */
export async function rightsOf(stack: Stack, service: string, buckets: string[]) {
  const node = ['node', '--env-file=/run/landscape/secrets.env', '--input-type=module']
  const output = await stack.compose('exec', '-T', service, ...node, '-e', PROBE, ...buckets)
  return output
    .split('\n')
    .filter((line) => line.startsWith('['))
    .map((line) => {
      const [read, write] = JSON.parse(line) as (number | null)[]
      return `${isAllowed(read) ? 'read' : ''} ${isAllowed(write) ? 'write' : ''}`.trim()
    })
}

function isAllowed(status: number | null | undefined): boolean {
  if (status === 403) return false
  if (status === 404 || status === 412) return true
  throw new Error(`unexpected status ${status} of the store`)
}
