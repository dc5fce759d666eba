/** `npm run s3:server [port]`: an S3-compatible store on this machine, to develop against; `--build` only builds it. */
import { installServer } from './install.ts'
import { launchServer } from './launch.ts'

const DEFAULT_PORT = 9000

async function main([port = String(DEFAULT_PORT)]: string[]): Promise<void> {
  if (port === '--build') {
    console.log(`Built ${await installServer()}`)
    return
  }
  if (!/^\d{1,5}$/.test(port)) throw new Error('Usage: npm run s3:server [port | -- --build]')
  console.log('Building the server if it is not there yet; this takes a minute or two …')
  // One server a directory: its check of conditions is atomic within one process only.
  const directory = `.data/s3-${port}`
  const { server, stop } = await launchServer(await installServer(), directory, Number(port))
  console.log(`${server.name} serves ${directory} on ${server.endpoint}; Ctrl-C stops it.

Settings for .env:

OBJECT_STORE=s3
S3_FORCE_PATH_STYLE=true
MAIN_BUCKET_NAME=${server.buckets.main}
AUDIT_TOOL_BUCKET_NAME=${server.buckets['audit-tool']}
ASSISTANT_BUCKET_NAME=${server.buckets.assistant}
CLOUD_REGION=${server.region}
AWS_ENDPOINT_URL_S3=${server.endpoint}
AWS_ACCESS_KEY_ID=${server.accessKeyId}
AWS_SECRET_ACCESS_KEY=${server.secretAccessKey}
`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void stop().finally(() => process.exit(0))
    })
  }
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(Error.isError(error) ? error.message : 'The server could not be started')
  process.exitCode = 1
}
