import type { Stack } from './stack.ts'

// Changes nothing: no object has this tag. Only who may ask is told 404 or 412.
const ASK = `
  import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
  const client = new S3Client({ forcePathStyle: true })
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
 * What the store answers to the keys of a service, bucket by bucket.
 *
 * @returns for each bucket what may be done, such as `read write`, and `''` for nothing
 */
export async function rightsOf(stack: Stack, service: string, buckets: string[]) {
  const node = ['node', '--env-file=/run/landscape/secrets.env', '--input-type=module']
  const said = await stack.compose('exec', '-T', service, ...node, '-e', ASK, ...buckets)
  return said
    .split('\n')
    .filter((line) => line.startsWith('['))
    .map((line) => {
      const [read, write] = JSON.parse(line) as (number | null)[]
      return `${mayIt(read) ? 'read' : ''} ${mayIt(write) ? 'write' : ''}`.trim()
    })
}

function mayIt(status: number | null | undefined): boolean {
  if (status === 403) return false
  if (status === 404 || status === 412) return true
  throw new Error(`The store answered ${status}, which says nothing about rights`)
}
