import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalHost } from '@landscape/dev/scm-host'
import { createClient, type Client } from '../support/client.ts'
import { startLandscape } from '../support/landscape.ts'
import { run } from '../support/process.ts'
import { startRecordingStore, type Uses } from '../support/recording-store.ts'
import { switchable } from '../support/switchable.ts'

/** The services that use the store. */
const SERVICES = ['projects', 'data', 'admin-review', 'assistant'] as const

/** The uses of the store by program: `data/main` is `services/data/src/main.ts`, `operator/check` a command. */
export type ProgramUses = Map<string, Uses>

type Settings = Readonly<Record<string, string>>

/**
 * Runs every program against a store that records what each of them reads and writes: the services with edits of
 * their documents, the jobs, and the commands of operators.
 */
export async function usesOfPrograms(): Promise<ProgramUses> {
  const store = await startRecordingStore()
  const empty = await startRecordingStore()
  const directory = await mkdtemp(join(tmpdir(), 'landscape-rights-'))
  const host = await startHost(directory)
  const settings = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'development',
    OBJECT_STORE: 's3',
    AWS_ENDPOINT_URL_S3: store.endpoint,
    AWS_REGION: 'us-east-1',
    AWS_SECRET_ACCESS_KEY: 'not checked',
    S3_FORCE_PATH_STYLE: 'true',
    MAIN_BUCKET_NAME: 'main',
    AUDIT_TOOL_BUCKET_NAME: 'audit-tool',
    ASSISTANT_BUCKET_NAME: 'assistant',
    ...host.settings,
  }
  const uses: ProgramUses = new Map()
  const record = async (program: string, args: string[], at = store) => {
    const own = run(['tools/bootstrap.mjs', ...args], {
      ...settings,
      AWS_ENDPOINT_URL_S3: at.endpoint,
      AWS_ACCESS_KEY_ID: keyOf(program),
    })
    if ((await own.exit) !== 0) throw new Error(`${program} failed:\n${own.output()}`)
    uses.set(program, at.usesOf(keyOf(program)))
  }
  try {
    await record('local-setup/stock', ['tools/containers/stock-store.ts'])
    await useServices(settings)
    for (const name of SERVICES) uses.set(`${name}/main`, store.usesOf(keyOf(`${name}/main`)))
    await record('data/keep', ['services/data/src/keep.ts'])
    await record('assistant/collect', ['services/assistant/src/collect.ts'])
    await record('operator/check', ['tools/store.ts', 'check', '--record'])
    const backup = join(directory, 'backup')
    await record('operator/backup', ['tools/store.ts', 'backup', backup, '--record'])
    await record('operator/restore', ['tools/store.ts', 'restore', '--from', backup], empty)
    return uses
  } finally {
    await empty.close()
    await host.close()
    await store.close()
    await rm(directory, { recursive: true })
  }
}

/** An access key contains no slash. */
function keyOf(program: string): string {
  return program.replace('/', '.')
}

/** Starts the services, each with an access key of its own, and edits every kind of document. */
async function useServices(settings: Settings): Promise<void> {
  const landscape = await startLandscape({ env: settings, services: [], documents: false })
  const client = createClient(landscape.url)
  try {
    await Promise.all(
      (['gateway', ...SERVICES] as const).map((name) =>
        landscape.start(name, { AWS_ACCESS_KEY_ID: keyOf(`${name}/main`) }),
      ),
    )
    await edit(client)
  } finally {
    client.close()
    await landscape.stop()
  }
}

async function edit(client: Client): Promise<void> {
  const { languages } = (await client.get('/admin/api/array-data')).json() as {
    languages: string[]
  }
  const radar = (await client.get('/admin/api/tech-radar')).json() as object
  const edits = [
    ['/api/v1/projects', { user: [{ email: '' }], details: [{ name: 'Lighthouse' }] }],
    ['/admin/api/banners/update', { message: 'Lights on', pages: ['radar'] }],
    ['/admin/api/tech-radar/update', { ...radar, title: 'Radar of the lighthouse' }],
    ['/admin/api/array-data/update', { category: 'languages', items: [...languages, 'Zig'] }],
    ['/admin/api/keys', { name: 'lighthouse', scope: 'read', expiresInDays: 1 }],
    ['/review/api/editions', { name: 'Lighthouse' }],
  ] as const
  for (const [path, body] of edits) {
    const { status, text } = await client.post(path, body)
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
  }
  await signIn(client)
}

async function signIn(client: Client): Promise<void> {
  const login = await client.get('/assistant/api/scm/oauth/login')
  const { searchParams } = new URL(String(login.headers['location']))
  const [state = ''] = login.headers['set-cookie'] ?? []
  const cookie = state.split(';', 1)[0] ?? ''
  const body = Object.fromEntries(searchParams)
  await client.post('/assistant/api/scm/oauth/token', body, { cookie })
}

/** Starts a source-control host for the collector. */
async function startHost(directory: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const keyFile = join(directory, 'private-key.pem')
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  const app = { org: 'acme', appId: '1001', seatCount: 3 }
  const client = { clientId: 'client', clientSecret: 'secret', callbackOrigins: [] }
  const host = createLocalHost({ ...app, ...client, publicKey })
  const { origin, disconnect } = await switchable(createServer(host.app))
  const settings = {
    SCM_ORG: app.org,
    SCM_APP_ID: app.appId,
    SCM_API_URL: `${origin}/api/v3`,
    SCM_PRIVATE_KEY_FILE: keyFile,
  }
  return { settings, close: disconnect }
}
