/**
 * Makes the secrets of the local container stack, once: every start after that finds them in the
 * volume. Nobody has to invent, type or commit one.
 *
 * Usage: node make-secrets.ts <directory>
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const [directory = '/run/landscape'] = process.argv.slice(2)
const settings = join(directory, 'secrets.env')

if (existsSync(settings)) {
  console.log('The secrets of an earlier start are used again.')
} else {
  const accessKey = `landscape-${randomBytes(6).toString('hex')}`
  const secretKey = randomBytes(24).toString('hex')
  await write(join(directory, 'seaweedfs.json'), storeIdentities(accessKey, secretKey))
  // Last: its presence says that everything is there.
  await write(
    settings,
    [
      `INTERNAL_TOKEN_SECRET=${randomBytes(32).toString('hex')}`,
      `AWS_ACCESS_KEY_ID=${accessKey}`,
      `AWS_SECRET_ACCESS_KEY=${secretKey}`,
      '',
    ].join('\n'),
  )
  console.log('New secrets were made.')
}

/** Who may use the store: the services, and nobody without a key. */
function storeIdentities(accessKey: string, secretKey: string): string {
  const landscape = {
    name: 'landscape',
    credentials: [{ accessKey, secretKey }],
    actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'],
  }
  return JSON.stringify({ identities: [landscape] }, null, 2)
}

async function write(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
