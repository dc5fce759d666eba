import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installedServer, launchServer } from '@landscape/dev/s3-server'
import { importDirectory } from '@landscape/store/objects/directory'
import { openStore, StoreEnv } from '@landscape/runtime/open-store'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createClient, type ClientResponse, type Client } from './support/client.ts'
import { describeOnS3 } from './support/describe-stores.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'

const SAMPLE_DATA = fileURLToPath(new URL('../sample-data', import.meta.url))
const CACHE = fileURLToPath(new URL('../node_modules/.cache/s3-server', import.meta.url))

const NAMES = {
  MAIN_BUCKET_NAME: 'acme-radar-and-banners',
  AUDIT_TOOL_BUCKET_NAME: 'acme-registry',
  ASSISTANT_BUCKET_NAME: 'acme-usage',
}
const [MAIN, AUDIT_TOOL, ASSISTANT] = Object.values(NAMES) as [string, string, string]

/** Buckets that are not configured. */
const OTHERS = ['landscape-main', 'landscape-audit-tool', 'landscape-assistant']

/** Routes that read each bucket. */
const READS: Record<string, string[]> = {
  [MAIN]: [
    '/api/json',
    '/api/repository/project/json?repositories=harbour-api-api',
    '/api/tech-radar/json',
    '/api/directorates/json',
    '/api/banners',
    '/api/banners/all',
    '/admin/api/banners',
    '/admin/api/tech-radar',
  ],
  [AUDIT_TOOL]: ['/api/csv', '/api/v1/projects', '/admin/api/array-data'],
  [ASSISTANT]: [
    '/assistant/api/org/historic',
    '/assistant/api/teams/historic',
    '/assistant/api/seats',
  ],
}

describeOnS3('three buckets', () => {
  let objects: string
  let directory: string
  let stopServer: () => Promise<void>
  let landscape: Landscape
  let client: Client
  let radar: object
  let languages: string[]
  beforeAll(async () => {
    directory = await mkdtemp(join(CACHE, 'run-'))
    const { server, stop } = await launchServer(installedServer() ?? '', directory)
    stopServer = stop
    objects = join(directory, 'objects')
    // The S3 server stores each bucket as a directory; its initial buckets stay empty.
    for (const name of Object.values(NAMES)) await mkdir(join(objects, name))
    const env = {
      ...NAMES,
      OBJECT_STORE: 's3',
      S3_FORCE_PATH_STYLE: 'true',
      CLOUD_REGION: server.region,
      AWS_ENDPOINT_URL_S3: server.endpoint,
      AWS_ACCESS_KEY_ID: server.accessKeyId,
      AWS_SECRET_ACCESS_KEY: server.secretAccessKey,
    }
    Object.assign(process.env, env)
    const store = await openStore(StoreEnv.parse(env), { development: true })
    await importDirectory(store, SAMPLE_DATA)
    store.close()
    landscape = await startLandscape({
      env: { ...env, STALE_IF_ERROR_SECONDS: '0' },
      documents: false,
    })
    client = createClient(landscape.url)
    radar = (await client.get('/admin/api/tech-radar')).json() as object
    const lists = (await client.get('/admin/api/array-data')).json() as { languages: string[] }
    languages = lists.languages
  }, 120_000)
  afterAll(async () => {
    client?.close()
    await landscape?.stop()
    await stopServer?.()
    await rm(directory, { recursive: true, force: true })
  })

  /** Paths of the files in a bucket. */
  async function filesIn(bucket: string): Promise<string[]> {
    const root = join(objects, bucket)
    const entries = await readdir(root, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  }
  const text = (bucket: string, key: string) => readFile(join(objects, bucket, key), 'utf8')

  async function signIn(): Promise<ClientResponse> {
    const login = await client.get('/assistant/api/scm/oauth/login')
    const { searchParams } = new URL(String(login.headers['location']))
    const [state = ''] = login.headers['set-cookie'] ?? []
    const cookie = state.split(';', 1)[0] ?? ''
    const body = Object.fromEntries(searchParams)
    return client.post('/assistant/api/scm/oauth/token', body, { cookie })
  }

  /** Returns an edit of each document that services write, with its bucket and key. */
  const editsOf = (
    mark: string,
  ): [bucket: string, key: string, edit: () => Promise<ClientResponse>][] => [
    [
      MAIN,
      'messages.json',
      () => client.post('/admin/api/banners/update', { message: mark, pages: ['radar'] }),
    ],
    [
      MAIN,
      'onsRadarSkeleton.json',
      () => client.post('/admin/api/tech-radar/update', { ...radar, title: mark }),
    ],
    [
      AUDIT_TOOL,
      'array_data.json',
      () => {
        const items = [...languages, mark]
        return client.post('/admin/api/array-data/update', { category: 'languages', items })
      },
    ],
    [
      AUDIT_TOOL,
      'new_project_data.json',
      () => client.post('/api/v1/projects', { user: [{ email: '' }], details: [{ name: mark }] }),
    ],
    [
      MAIN,
      'api_keys.json',
      () => client.post('/admin/api/keys', { name: mark, scope: 'read', expiresInDays: 1 }),
    ],
    [ASSISTANT, 'used_sign_in_states.json', signIn],
  ]

  it('contain only their documents after every edit', async () => {
    const mark = 'an-edit-of-this-test'
    for (const [bucket, key, edit] of editsOf(mark)) {
      const before = await text(bucket, key).catch(() => 'absent')
      const { status, text: response } = await edit()
      expect([key, status < 300, response]).toEqual([key, true, response])
      expect(await text(bucket, key)).not.toBe(before)
      if (bucket !== ASSISTANT) expect(await text(bucket, key)).toContain(mark)
    }
    const held: Record<string, string[]> = {}
    for (const bucket of [...Object.values(NAMES), ...OTHERS]) {
      const keys = (await filesIn(bucket)).map((key) => key.replace(/^(history\/\w+)\/.*/, '$1'))
      held[bucket] = [...new Set(keys)].toSorted()
    }
    expect(held).toEqual({
      [MAIN]: [
        '.landscape/write-probe.json',
        'api_key_hashes.json',
        'api_keys.json',
        'directorates.json',
        'history/banners',
        'history/keys',
        'history/radar',
        'landscape_months.json',
        'messages.json',
        'onsRadarSkeleton.json',
        'radar_editions.json',
        'repositories.json',
      ],
      [AUDIT_TOOL]: [
        '.landscape/write-probe.json',
        'array_data.json',
        'history/lists',
        'history/projects',
        'new_project_data.json',
        'technology_names.json',
      ],
      [ASSISTANT]: [
        '.landscape/write-probe.json',
        'admin_teams.json',
        'archive/pre-feb25/historic_usage_data_feb25.json',
        'archive/pre-mar26/historic_usage_data_mar26.json',
        'copilot_teams.json',
        'historic_usage_data.json',
        'repository_usage/2026-09.json',
        'repository_usage/2026-10.json',
        'repository_usage/2026-11.json',
        'seats.json',
        'spend.json',
        'teams_history.json',
        'used_sign_in_states.json',
      ],
      ...Object.fromEntries(OTHERS.map((bucket) => [bucket, []])),
    })
  })

  it.each(Object.values(NAMES))('lose only the routes of %s while it is absent', async (absent) => {
    const statuses = async (mark: string) => {
      const found: Record<string, number> = {}
      for (const path of Object.values(READS).flat()) found[path] = (await client.get(path)).status
      for (const [, key, edit] of editsOf(mark)) found[key] = (await edit()).status
      return found
    }
    const all = await statuses(`before-${absent}`)
    expect(Object.values(all).every((status) => status < 300)).toBe(true)
    await rename(join(objects, absent), join(directory, 'absent'))
    const costs = [
      ...(READS[absent] ?? []),
      ...editsOf('').flatMap(([bucket, key]) => (bucket === absent ? [key] : [])),
    ]
    const expected = Object.fromEntries(costs.map((name) => [name, 503]))
    expect(await statuses(`while-${absent}`)).toEqual({ ...all, ...expected })
    await rename(join(directory, 'absent'), join(objects, absent))
    expect(await statuses(`after-${absent}`)).toEqual(all)
  })
})
