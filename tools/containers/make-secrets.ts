/**
 * Generates the secrets of the local container stack on its first start. Each container has a volume
 * with only the secrets that it needs.
 *
 * Usage: node make-secrets.ts <directory with a volume for each container>
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const [directory = '/run/landscape'] = process.argv.slice(2)
const main = bucketIn('MAIN_BUCKET_NAME')
const auditTool = bucketIn('AUDIT_TOOL_BUCKET_NAME')
const assistant = bucketIn('ASSISTANT_BUCKET_NAME')

/** Rights of each container in the store; the keys of `store` create the buckets. */
const RIGHTS: Readonly<Record<string, readonly string[]>> = {
  store: ['Admin', 'Read', 'Write', 'List', 'Tagging'],
  projects: [auditTool].flatMap(writing),
  data: [main, auditTool].flatMap(reading),
  months: [...writing(main), ...reading(auditTool)],
  'admin-review': [main, auditTool].flatMap(writing),
  assistant: [assistant].flatMap(writing),
  gateway: [],
}

const volumes = Object.keys(RIGHTS)
if (volumes.every((volume) => existsSync(join(directory, volume, 'secrets.env')))) {
  console.log('Reusing the secrets of an earlier start.')
} else {
  await make()
  console.log('Generated new secrets.')
}

async function make(): Promise<void> {
  const internal = randomBytes(32).toString('hex')
  const identities = volumes
    .filter((name) => RIGHTS[name]?.length)
    .map((name) => ({ name, credentials: [newKeys(name)], actions: RIGHTS[name] }))
  await write('store/seaweedfs.json', `${JSON.stringify({ identities }, null, 2)}\n`)
  for (const name of volumes) {
    const keys = identities.find((identity) => identity.name === name)?.credentials[0]
    const lines = [
      ...(name === 'store' ? [] : [`INTERNAL_TOKEN_SECRET=${internal}`]),
      ...(keys
        ? [`AWS_ACCESS_KEY_ID=${keys.accessKey}`, `AWS_SECRET_ACCESS_KEY=${keys.secretKey}`]
        : []),
    ]
    await write(`${name}/secrets.env`, `${lines.join('\n')}\n`)
  }
}

function bucketIn(setting: string): string {
  const name = process.env[setting]
  // A right without a bucket applies to all buckets.
  if (!name) throw new Error(`${setting} is not set`)
  return name
}

function reading(bucket: string): string[] {
  return [`Read:${bucket}`, `List:${bucket}`]
}

function writing(bucket: string): string[] {
  return [...reading(bucket), `Write:${bucket}`]
}

function newKeys(name: string) {
  return {
    accessKey: `${name}-${randomBytes(6).toString('hex')}`,
    secretKey: randomBytes(24).toString('hex'),
  }
}

async function write(name: string, text: string): Promise<void> {
  const file = join(directory, name)
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
