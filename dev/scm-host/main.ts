/** `npm run dev:scm`: the table of its arguments, and the server. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, resolve } from 'node:path'
import { runTool } from '../../tools/command-line/run-tool.ts'
import { command } from '../../tools/command-line/tool.ts'
import { dayBefore } from '../sample-data/store-sample.ts'
import { readSwitches } from './switches.ts'

const scmTool = {
  name: 'dev:scm',
  ...command({
    about: 'Runs a local source-control host until Ctrl-C: sign-in, teams, seats and reports.',
    notes: [
      'Prints the settings of the assistant.',
      'Environment: SCM_HOST_PORT (5020), FRONTEND_URL, GATEWAY_URL, DATA_DIR.',
      'Days with reports: SCM_HOST_FIRST_DAY (2025-10-10), SCM_HOST_LAG_DAYS (0), ' +
        'SCM_HOST_ABSENT (status of all other days: 204 or 404).',
      'Faults: SCM_HOST_MISSING_USERS (percentage of users without a row), SCM_HOST_POLICY ' +
        '(on, or off: reports return 403), SCM_HOST_BILLING (on, 403 or 404).',
    ].join(' '),
    examples: [''],
    run: serve,
  }),
}

async function serve(): Promise<void> {
  // The calendar reads it when it is loaded: the same people as those of `npm start`.
  process.env['SAMPLE_DAY'] ??= dayBefore(Date.now())
  const { createLocalHost } = await import('./local-host.ts')
  const port = Number(process.env['SCM_HOST_PORT'] ?? 5020)
  const origin = `http://127.0.0.1:${port}`
  const frontends = (process.env['FRONTEND_URL'] ?? 'http://localhost:3000,http://127.0.0.1:3000')
    .split(',')
    .map((url) => new URL(url.trim()).origin)
  const settings = {
    SCM_ORG: 'acme',
    SCM_APP_ID: '1001',
    SCM_APP_CLIENT_ID: 'local-client',
    SCM_APP_CLIENT_SECRET: 'local-client-secret',
  }

  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const directory = resolve(process.env['DATA_DIR'] ?? '.data', 'scm')
  const keyFile = join(directory, 'private-key.pem')
  mkdirSync(directory, { recursive: true })
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 })

  const { app } = createLocalHost({
    org: settings.SCM_ORG,
    appId: settings.SCM_APP_ID,
    clientId: settings.SCM_APP_CLIENT_ID,
    clientSecret: settings.SCM_APP_CLIENT_SECRET,
    publicKey,
    callbackOrigins: [origin, ...frontends],
    switches: readSwitches(process.env),
    gatewayUrl: process.env['GATEWAY_URL'] ?? 'http://127.0.0.1:5001',
  })
  const server = createServer(app)
  server.once('error', (error: NodeJS.ErrnoException) => {
    process.stderr.write(`Port ${port} cannot be used: ${error.code} (SCM_HOST_PORT)\n`)
    process.exit(1)
  })
  server.listen(port, '127.0.0.1', () => {
    const all = {
      ...settings,
      SCM_API_URL: `${origin}/api/v3`,
      SCM_WEB_URL: origin,
      SCM_PRIVATE_KEY_FILE: keyFile,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}=${value}`)
    process.stdout.write(
      `Local source-control host: ${origin}\nAdd these settings to .env and restart the ` +
        `services:\n\n${lines.join('\n')}\n\n` +
        `To sign in without a web client, also set FRONTEND_URL=${origin} and open ${origin}/\n`,
    )
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      server.close(() => process.exit(0))
      server.closeAllConnections()
    })
  }
  process.once('disconnect', () => process.exit(0))
}

process.exitCode = await runTool(scmTool, process.argv.slice(2))
