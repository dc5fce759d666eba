/** `npm run s3:server`: the table of its arguments, and the server. */
import { readNumber } from '../../tools/command-line/read-arguments.ts'
import { runTool } from '../../tools/command-line/run-tool.ts'
import { command } from '../../tools/command-line/tool.ts'
import { installServer } from './install.ts'
import { launchServer } from './launch.ts'

const DEFAULT_PORT = 9000

const s3Tool = {
  name: 's3:server',
  ...command({
    about: 'Runs a local S3-compatible store until Ctrl-C, and prints the settings for .env.',
    notes:
      'The first run builds the server, which requires Go. Objects are stored in .data/s3-<port>.',
    arguments: { '[port]': `${DEFAULT_PORT} when absent` },
    options: { build: { about: 'only builds the server and prints its path' } },
    examples: ['', '9100', '--build'],
    async run([port = String(DEFAULT_PORT)], { build }) {
      if (build) console.log(`Built ${await installServer()}`)
      else await serve(readNumber('[port]', port, { min: 1, max: 65_535, isInteger: true }))
    },
  }),
}

async function serve(port: number): Promise<void> {
  console.log('Building the server if it is missing; this takes one or two minutes …')
  // One server per directory, because its conditional writes are atomic only within one process.
  const directory = `.data/s3-${port}`
  const { server, stop } = await launchServer(await installServer(), directory, port)
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

process.exitCode = await runTool(s3Tool, process.argv.slice(2))
