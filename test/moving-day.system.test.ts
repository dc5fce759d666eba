import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from '@landscape/store'
import { isMalformedRecord, MOVED, writeMoved, type MovedName } from './moving-day/documents.ts'
import { formOf, type Shown } from './moving-day/registry-form.ts'
import { createClient, type Client } from './support/client.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'

let landscape: Landscape
let client: Client
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'moved-'))
  await writeMoved(directory)
  landscape = await startLandscape({
    services: ['gateway', 'projects', 'data', 'admin-review', 'assistant'],
    documents: directory,
    env: {
      CLIENT_PROFILE: 'existing',
      COMPATIBILITY_ALIASES: 'true',
      DEV_USER_EMAIL: 'dev@example.org',
      BUCKET_NAME: 'moved-main',
      TECH_AUDIT_DATA_BUCKET: 'moved-registry',
      COGNITO_USER_POOL_DOMAIN: 'moved-pool',
      COGNITO_USER_POOL_ID: 'eu-west-2_Moved',
      COGNITO_USER_POOL_CLIENT_ID: 'moved-client',
    },
  })
  client = createClient(landscape.url, { malformedRecords: isMalformedRecord })
}, 60_000)
afterAll(async () => {
  client?.close()
  await landscape?.stop()
  await rm(directory, { recursive: true, force: true })
})

const text = async (name: MovedName) => {
  const store = createEmbeddedStore(landscape.dataDir)
  const [bucket, ...path] = name.split('/') as ['main', ...string[]]
  const got = await store.get({ bucket, key: path.join('/') })
  store.close()
  return got.kind === 'found' ? got.body.toString() : ''
}
const asMoved = (name: MovedName) => JSON.stringify(MOVED[name][0], null, MOVED[name][1])
/** Returns a stored document after checking that it has the layout of the previous system. */
async function stored<N extends MovedName>(name: N): Promise<(typeof MOVED)[N][0]> {
  const found = await text(name)
  const value = JSON.parse(found) as (typeof MOVED)[N][0]
  expect(found).toBe(JSON.stringify(value, null, MOVED[name][1]))
  return value
}
/** Sorts elements, keeping the order of their keys. */
const texts = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).toSorted()
async function json(path: string): Promise<Record<string, unknown>> {
  const response = await client.get(path)
  expect([path, response.status]).toEqual([path, 200])
  return response.json() as Record<string, unknown>
}
const shownAt = async (path: string) => (await json(path)) as unknown as Shown
async function post(path: string, body: object): Promise<unknown> {
  const response = await client.post(path, body)
  expect([path, response.status, response.text]).toEqual([path, 200, expect.anything()])
  return response.json()
}

const READS = [
  '/api/csv',
  '/api/tech-radar/json',
  '/api/banners',
  '/api/banners/all',
  '/api/health',
  '/api/directorates/json',
  '/api/json',
  '/api/json?datetime=2025-01-01&archived=false',
  '/api/repository/project/json?repositories=tide-tables,berth,odd',
  '/admin/api/banners',
  '/admin/api/array-data',
  '/admin/api/tech-radar',
  '/copilot/api/auth/status',
  '/copilot/api/org/historic',
  '/copilot/api/org/reports',
  '/copilot/api/org/legacy?type=pre-0326',
  '/copilot/api/org/legacy?type=pre-0225',
  '/copilot/api/teams/historic',
  '/user/api/info',
  '/api/v1/user',
  '/api/v1/projects',
  '/api/v1/projects/Tide%20Tables',
  '/api/v1/projects/Berth',
  '/api/v1/projects/Quay',
  '/api/v1/projects/filter?languages=zig&return=details',
]

describe('documents and settings of the previous system', () => {
  it('accepts previous names of settings, which each process reports once', async () => {
    const response = await client.post('/user/api/logout', {})
    const { logoutUrl } = response.json() as { logoutUrl: string }
    expect(logoutUrl).toMatch(/^https:\/\/moved-pool\..*eu-west-2.*client_id=moved-client/)
    const renamed = (service: 'gateway' | 'projects') =>
      landscape.output(service).match(/names of the previous system: [^"]*/g)
    const pool = ['POOL_ID', 'POOL_CLIENT_ID', 'POOL_DOMAIN']
    expect(renamed('gateway')).toEqual([
      expect.stringMatching(pool.map((end) => `COGNITO_USER_${end} as IDP_USER_${end}.*`).join('')),
    ])
    expect(renamed('projects')).toEqual([
      expect.stringMatching(/BUCKET_NAME as MAIN_.*TECH_AUDIT_DATA_BUCKET as AUDIT_TOOL_/),
    ])
    expect(landscape.output('gateway') + landscape.output('projects')).not.toMatch(/moved-|_Moved/)
  })

  it('returns every read of both clients and changes nothing', async () => {
    for (const path of READS) await json(path)
    for (const name of Object.keys(MOVED) as MovedName[])
      expect(await text(name)).toBe(asMoved(name))
  })

  it('returns documents of jobs unchanged', async () => {
    const [directorates] = MOVED['main/directorates.json']
    expect(await json('/api/directorates/json')).toEqual(directorates)
    const [days] = MOVED['assistant/historic_usage_data.json']
    expect(await json('/copilot/api/org/historic')).toMatchObject(days)
    expect(await json('/copilot/api/org/reports')).toMatchObject([
      { day: '2025-12-01' },
      { day: '2025-12-02' },
      days[2],
    ])
    const [archived] = MOVED['assistant/archive/pre-mar26/historic_usage_data_mar26.json']
    expect(await json('/copilot/api/org/legacy?type=pre-0326')).toEqual(archived)
    const [counts] = MOVED['assistant/archive/pre-feb25/historic_usage_data_feb25.json']
    expect(await json('/copilot/api/org/legacy?type=pre-0225')).toEqual(counts)
    const [teams] = MOVED['assistant/teams_history.json']
    expect(await json('/copilot/api/teams/historic')).toEqual(teams)
    const { repositories } = await json('/api/repository/project/json?repositories=tide-tables')
    expect(repositories).toEqual([MOVED['main/repositories.json'][0].repositories[0]])
  })

  it('keeps documents byte for byte when pages save them unchanged', async () => {
    const { entries } = await json('/api/tech-radar/json')
    await post('/review/api/tech-radar/update', { entries: entries as object })
    await post('/admin/api/banners', await json('/admin/api/banners'))
    const items = await json('/admin/api/array-data')
    await post('/admin/api/array-data/update', { allCategories: true, items })
    for (const [category, list] of Object.entries(items)) {
      await post('/admin/api/array-data/update', { category, items: list })
    }
    for (const name of ['Tide%20Tables', 'Berth', 'Quay']) {
      const put = await client.put(
        `/api/v1/projects/${name}`,
        await json(`/api/v1/projects/${name}`),
      )
      expect([name, put.status]).toEqual([name, 200])
    }
    for (const name of Object.keys(MOVED) as MovedName[])
      expect(await text(name)).toBe(asMoved(name))
  })

  it.each(['Tide Tables', 'Quay'])(
    'keeps %s byte for byte when the form of the registry is submitted unchanged',
    async (name) => {
      const path = `/api/v1/projects/${encodeURIComponent(name)}`
      const put = await client.put(path, formOf(await shownAt(path)))
      expect([put.status, put.text]).toEqual([200, expect.anything()])
      expect(await text('audit-tool/new_project_data.json')).toBe(
        asMoved('audit-tool/new_project_data.json'),
      )
    },
  )

  it('stores only the changed fields of the form of the registry', async () => {
    const path = '/api/v1/projects/Quay'
    const form = formOf(await shownAt(path))
    form.supporting_tools.user_interface = { main: [], others: ['Figma', 'Penpot'] }
    form.architecture.hosting.type = ['Hybrid']
    form.details[0]!.short_name = 'Q'
    form.user[1]!.grade = 'HEO'
    expect((await client.put(path, form)).status).toBe(200)
    const { projects } = await stored('audit-tool/new_project_data.json')
    const [before] = MOVED['audit-tool/new_project_data.json']
    const changes = [
      ['"ui_tools":{"main":[],"others":["Figma"]},', ''],
      ['"cost":3', '"cost":3,"user_interface":{"main":[],"others":["Figma","Penpot"]}'],
      ['"Cloud"', '"Hybrid"'],
      ['["https://q"]', '["https://q"],"short_name":"Q"'],
      ['"grade":""', '"grade":"HEO"'],
    ] as const
    const after = changes.reduce(
      (made, [was, is]) => made.replace(was, is),
      JSON.stringify(before.projects[3]),
    )
    expect(JSON.stringify(projects[3])).toBe(after)
  })

  it('moves one entry from the review page and keeps all others', async () => {
    const radar = (await json(
      '/api/tech-radar/json',
    )) as (typeof MOVED)['main/onsRadarSkeleton.json'][0]
    const position = {
      moved: -1,
      ringId: 'hold',
      date: '2026-01-10 10:00:00',
      description: 'Moved',
    }
    const entries = radar.entries.map((one) =>
      one?.id === 'zig'
        ? {
            ...one,
            timeline: [...one.timeline, { ...position, author: null }],
            filteredTimeline: [],
          }
        : one,
    )
    await post('/review/api/tech-radar/update', { entries })
    const after = await stored('main/onsRadarSkeleton.json')
    const [before] = MOVED['main/onsRadarSkeleton.json']
    expect(Object.keys(after)).toEqual(Object.keys(before))
    const changed = after.entries.find((one) => one?.id === 'zig')
    const zig = before.entries.find((one) => one?.id === 'zig')!
    const signed = { ...position, author: 'dev@example.org' }
    expect(JSON.stringify(changed)).toBe(
      JSON.stringify({ ...zig, timeline: [...zig.timeline, signed] }),
    )
    const leaky = before.entries.find((one) => one?.id === 'jira')
    const jira = Object.fromEntries(
      Object.entries(leaky ?? {}).filter(([field]) => field !== 'filteredTimeline'),
    )
    const others = [
      ...before.entries.filter((one) => one?.id !== 'zig' && one?.id !== 'jira'),
      jira,
    ]
    expect(texts(after.entries.filter((one) => one?.id !== 'zig'))).toEqual(texts(others))
  })

  it('adds an entry from the admin page', async () => {
    const proposal = {
      id: 'tech-1765880000000-gleam',
      title: 'Gleam',
      quadrant: '1',
      description: 'Languages',
      timeline: [{ moved: 0, ringId: 'review', date: '2026-01-11 09:00:00', description: 'New' }],
    }
    const { entries: before } = await stored('main/onsRadarSkeleton.json')
    await post('/admin/api/tech-radar/update', { entries: [proposal] })
    const { entries } = await stored('main/onsRadarSkeleton.json')
    expect(texts(entries)).toEqual(texts([...before, proposal]))
  })

  it('edits banners and a list from the admin page', async () => {
    const banner = { message: 'Moved', title: '', type: 'info', pages: ['radar'], show: true }
    await post('/admin/api/banners/update', { banner })
    const index = (await stored('main/messages.json')).messages.length - 1
    await post('/admin/api/banners/toggle', { index, show: false })
    await post('/admin/api/banners/toggle', { index: 1, show: false })
    await post('/admin/api/banners/delete', { index })
    const banners = await stored('main/messages.json')
    const [before] = MOVED['main/messages.json']
    const [veryOld, old, ...others] = before.messages
    expect(banners).toEqual({
      ...before,
      messages: [veryOld, { ...old, show: false, id: expect.any(String) }, ...others],
    })
    const items = ['Go', 'Zig', 7, 'Rust']
    await post('/admin/api/array-data/update', { category: 'languages', items })
    expect(await stored('audit-tool/array_data.json')).toEqual({
      ...MOVED['audit-tool/array_data.json'][0],
      languages: items,
    })
  })

  it('edits, registers and normalises from the web client of the registry', async () => {
    const tide = await json('/api/v1/projects/Tide%20Tables')
    const put = await client.put('/api/v1/projects/Tide%20Tables', {
      ...tide,
      stage: 'Development',
    })
    expect(put.status).toBe(200)
    const created = await client.post('/api/v1/projects', {
      user: [{ email: '', roles: ['Technical Contact'], grade: '' }],
      details: [{ name: 'Harbour' }],
      source_control: '',
      architecture: { hosting: '', environments: {} },
      supporting_tools: [],
    })
    expect(created.status).toBe(201)
    await post('/admin/api/normalise-technology', { from: 'JS', to: 'JavaScript' })
    const after = await stored('audit-tool/new_project_data.json')
    const [before] = MOVED['audit-tool/new_project_data.json']
    const [first, berth, nothing] = before.projects
    const text = JSON.stringify({ ...first, stage: 'Development' })
    const languages = '"languages":{"main":["JS"],"others":["Zig","JS"]}'
    expect(JSON.stringify(after.projects[0])).toBe(
      text
        .replace(languages, '"languages":{"main":["JavaScript"],"others":["Zig","JavaScript"]}')
        .replace('{"name":"JS",', '{"name":"JavaScript",'),
    )
    expect(after.projects[1]).toEqual({
      ...berth,
      architecture: { ...berth!.architecture, languages: expect.stringMatching(/^J/) },
    })
    expect(after.projects[2]).toBe(nothing)
    expect(after.projects.at(-1)).toMatchObject({
      user: [{ email: 'dev@example.org', roles: ['Technical Contact', 'Editor'] }],
      source_control: '',
      owner: 'dev@example.org',
    })
    expect(after.generated).toBe('by hand')
  })
})
