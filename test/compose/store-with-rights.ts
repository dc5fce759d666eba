/**
 * Runs the S3 server of the other tests in the store's container, with the identities and rights that
 * make-secrets.ts wrote for SeaweedFS: rights become bucket policies, which exist before the container
 * is healthy.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateBucketCommand, PutBucketPolicyCommand, S3Client } from '@aws-sdk/client-s3'

interface Identity {
  name: string
  credentials: [{ accessKey: string; secretKey: string }]
  /** `Admin`, or `Read:bucket`. */
  actions: string[]
}

const OPERATIONS: Record<string, string[]> = {
  Read: ['s3:GetObject'],
  Write: ['s3:PutObject', 's3:DeleteObject'],
  List: ['s3:ListBucket'],
}

const secrets = JSON.parse(readFileSync('/run/landscape/seaweedfs.json', 'utf8')) as {
  identities: [Identity, ...Identity[]]
}
const [{ credentials: owner }, ...services] = secrets.identities
const [{ accessKey: accessKeyId, secretKey: secretAccessKey }] = owner

mkdirSync('/tmp/iam')
const accounts = services.map(({ credentials: [{ accessKey: access, secretKey: secret }] }) => [
  access,
  { access, secret, role: 'user' },
])
writeFileSync(
  '/tmp/iam/users.json',
  JSON.stringify({ accessAccounts: Object.fromEntries(accounts) }),
)

const settings = ['--port', ':8333', '--health', '/status', '--quiet', '--iam-dir', '/tmp/iam']
const server = spawn('versitygw', [...settings, '--region', 'us-east-1', 'posix', '/data'], {
  env: { ...process.env, ROOT_ACCESS_KEY: accessKeyId, ROOT_SECRET_KEY: secretAccessKey },
  stdio: 'inherit',
})
const ended = once(server, 'exit')
process.once('SIGTERM', () => server.kill())
while (!(await fetch('http://127.0.0.1:8333/status').catch(() => undefined))?.ok) await sleep(50)
await giveRights()
writeFileSync('/tmp/ready', '')
const [code] = (await ended) as [number | null]
process.exitCode = code ?? 1

async function giveRights() {
  const client = new S3Client({
    endpoint: 'http://127.0.0.1:8333',
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  })
  const rights = services.flatMap(({ credentials: [{ accessKey }], actions }) =>
    actions.map((action) => {
      const [name = '', bucket = ''] = action.split(':')
      return { accessKey, bucket, name }
    }),
  )
  for (const [Bucket = '', given = []] of Map.groupBy(rights, ({ bucket }) => bucket)) {
    if (!existsSync(`/data/${Bucket}`)) await client.send(new CreateBucketCommand({ Bucket }))
    const statements = given.map(({ accessKey, name }) => ({
      Effect: 'Allow',
      Principal: { AWS: [accessKey] },
      Action: OPERATIONS[name],
      Resource: `arn:aws:s3:::${Bucket}${name === 'List' ? '' : '/*'}`,
    }))
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: statements })
    await client.send(new PutBucketPolicyCommand({ Bucket, Policy }))
  }
  client.destroy()
}
