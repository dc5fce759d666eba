import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { DOCUMENTS, HISTORIES } from '@landscape/contracts/documents'
import { createDocument } from '@landscape/store/documents/document'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { stored } from './support/documents.ts'
import { describeOnEachStore } from './support/describe-stores.ts'
import { fetch } from './support/fetch.ts'
import { freePorts } from './support/free-ports.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import { run } from './support/process.ts'
import type { TestStore } from './support/stores.ts'

/** Runs `npm run store -- …` on a store. */
async function command(env: Readonly<Record<string, string>>, ...args: string[]) {
  const running = run(['tools/store.ts', ...args], {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'development',
    ...env,
  })
  return { code: await running.exit, output: running.output() }
}
const check = (env: Readonly<Record<string, string>>, ...flags: string[]) =>
  command(env, 'check', ...flags)

describeOnEachStore('npm run store -- check', (open) => {
  let data: TestStore
  beforeEach(async () => {
    await data?.close()
    data = await open()
  }, 120_000)
  afterAll(() => data?.close())

  const put = (name: keyof typeof DOCUMENTS, value: unknown) =>
    replace(data.store, DOCUMENTS[name].ref, Buffer.from(JSON.stringify(value)))

  /** Edits of a document whose history is kept. */
  async function edit(name: keyof typeof HISTORIES, ...values: unknown[]) {
    const { ref, schema } = DOCUMENTS[HISTORIES[name]]
    const document = createDocument<unknown>(data.store, ref, schema, { history: name })
    for (const next of values) {
      await document.change(() => ({ next, result: undefined }), {
        by: { actor: 'kim', email: 'kim@acme.example', action: 'replace' },
      })
    }
  }

  it('accepts the sample data with its history and ends with 0', async () => {
    await edit('banners', { messages: [] })
    expect(await check(data.env)).toEqual({ code: 0, output: 'No findings.\n' })
  })

  it('reports an alias of two technologies', async () => {
    await put('technologyNames', [
      { name: 'PostgreSQL', aliases: ['PG'] },
      { name: 'Plug', aliases: ['pg'] },
    ])
    const { code, output } = await check(data.env)
    expect(code).toBe(1)
    expect(output).toContain(
      'audit-tool/technology_names.json: /1/aliases/0: is a name or alias of an earlier ' +
        'technology: remove it from one of them',
    )
  })

  it('names dangling references and remedies without e-mail addresses', async () => {
    const position = { moved: 0, date: '2024', description: 'x' }
    await put('radar', {
      title: 'Acme',
      quadrants: [{ id: '1', name: 'Languages' }],
      rings: [{ id: 'adopt', name: 'ADOPT' }],
      entries: [
        { id: 'zig', title: 'Zig', quadrant: '9', timeline: [{ ...position, ringId: 'gone' }] },
        { id: 'go', title: 'Go', quadrant: '1', timeline: [{ ...position, ringId: 'ignore' }] },
      ],
    })
    await put('arrayData', { languages: ['Go'], database: 'Postgres' })
    const languages = { main: ['Go', 'Gopher'], others: ['kim@acme.example'] }
    await put('projects', {
      projects: [
        { user: [], details: [{ name: 'Tide' }] },
        {
          user: [{ email: 'lee of acme.example' }, { email: '' }],
          owner: 'kim@acme.example',
          details: [{ name: 'Ebb' }],
          architecture: { languages, database: { main: ['MySQL'] }, hosting: '' },
        },
        { user: [{ email: 'kim@acme.example' }], architecture: { languages } },
        { user: [{ email: 'lee@acme.example' }], details: [{ name: 'Ebb' }] },
        { user: [{ email: ' Kim@acme.example' }], details: [{ name: 'Ebb' }] },
        { owner: 'kim@acme.example', details: [{ name: 'Ebb' }] },
      ],
    })
    const { code, output } = await check(data.env)
    expect(code).toBe(1)
    const radar = 'main/onsRadarSkeleton.json: /entries'
    const registry = 'audit-tool/new_project_data.json: /projects'
    const list = 'is not in the list of its kind: add it to the list, or'
    for (const line of [
      `${radar}/0/quadrant: is not a quadrant of this radar: add the quadrant to the radar, or change`,
      `${radar}/0/timeline/0/ringId: is not a ring of this radar: add the ring to the radar, or change`,
      `${registry}/0: has no owner and no contact: add a contact, or delete it`,
      `${registry}/1/user/0/email: is not an e-mail address: correct the contact`,
      `${registry}/4 (and 1 more of this kind): has the name of an earlier project of the same ` +
        'owner or contact: rename or delete one of them',
      `${registry}/1/architecture/languages/main/1 (and 1 more of this kind): "Gopher" ${list}`,
      `${registry}/1/architecture/languages/others/0 (and 1 more of this kind): a value ${list}`,
      'audit-tool/array_data.json: /database: is not an array: correct or remove it',
      'Findings: 1 schema, 10 reference, 0 history.\n',
    ]) {
      expect(output).toContain(line)
    }
    expect(output).not.toContain('acme.example')
    expect(output.trim().split('\n')).toHaveLength(9)
    const all = await check(data.env, '--all')
    expect(all.output).toContain(`${registry}/2/architecture/languages/main/1: "Gopher" ${list}`)
  })

  it('names unreadable times and empty periods of banners', async () => {
    const banner = { message: 'x', pages: ['radar'], show: true }
    await put('banners', {
      messages: [
        { ...banner, startsAt: 'soon' },
        { ...banner, startsAt: '2026-11-22', endsAt: '2026-11-21' },
        { ...banner, startsAt: '2026-11-20', endsAt: null },
      ],
    })
    const { code, output } = await check(data.env)
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toEqual([
      'main/messages.json: /messages/0/startsAt: is not an ISO 8601 time: ' +
        'write it like 2026-11-21T10:00:00.000Z, or remove it',
      'main/messages.json: /messages/1/endsAt: is not after startsAt: correct one of the two times',
      'Findings: 0 schema, 2 reference, 0 history.',
    ])
  })

  it('names positions of an unknown directorate, which are kept', async () => {
    const position = (directorate?: unknown) => ({
      moved: 0,
      ringId: 'adopt',
      date: '2024',
      description: 'x',
      ...(directorate !== undefined && { directorate }),
    })
    const timeline = [undefined, null, 0, 4, '4', 'FLEET', ' fleet ', 7, 'Air'].map(position)
    const radar = {
      title: 'Acme',
      quadrants: [{ id: '1', name: 'Languages' }],
      rings: [{ id: 'adopt', name: 'ADOPT' }],
      entries: [{ id: 'zig', title: 'Zig', quadrant: '1', timeline }],
    }
    await put('radar', radar)
    const more = { colour: '#1f77b4', default: false, enabled: true }
    await put('directorates', [
      { id: 0, name: 'Coast', ...more },
      { id: 4, name: 'Fleet', ...more },
    ])
    const { code, output } = await check(data.env, '--all')
    expect(code).toBe(1)
    const at = 'main/onsRadarSkeleton.json: /entries/0/timeline'
    const finding = 'is not a directorate: add it to main/directorates.json, or change the position'
    expect(output.trim().split('\n')).toEqual([
      `${at}/7/directorate: ${finding}`,
      `${at}/8/directorate: ${finding}`,
      'Findings: 0 schema, 2 reference, 0 history.',
    ])
    await data.store.remove(DOCUMENTS.directorates.ref)
    expect((await check(data.env)).output).not.toContain('is not a directorate')
  })

  it('names values of another type than the services read', async () => {
    const banner = { message: 'x', pages: ['radar'] }
    await put('banners', { messages: [banner, { ...banner, message: 5 }, 'x', { page: 'radar' }] })
    await put('technologyNames', [{ name: 'Go', aliases: [7] }])
    const { code, output } = await check(data.env)
    expect(code).toBe(1)
    const remedy = 'correct or remove it; pages omit or misread it'
    expect(output.trim().split('\n')).toEqual([
      `main/messages.json: /messages/1/message: is not a string: ${remedy}`,
      `main/messages.json: /messages/2: is not an object: ${remedy}`,
      `audit-tool/technology_names.json: /0/aliases/0: is not a string: ${remedy}`,
      'Findings: 3 schema, 0 reference, 0 history.',
    ])
  })

  it('names an invalid document and a missing required one', async () => {
    await put('banners', { messages: 'kim@acme.example' })
    await put('settledDays', { '2026-01-01': 7 })
    await data.store.remove(DOCUMENTS.directorates.ref)
    await data.store.remove(DOCUMENTS.seats.ref)
    const { code, output } = await check(data.env)
    expect(code).toBe(1)
    expect(output).toContain('main/messages.json: /messages: Invalid input: expected array')
    expect(output).toContain('the document can be neither read nor edited')
    expect(output).toContain('assistant/collector_days.json: /2026-01-01: Invalid')
    expect(output).toContain(
      'main/directorates.json: /: does not exist: the route that returns it responds with 404',
    )
    expect(output).toContain('Findings: 3 schema, 0 reference')
    expect(output).not.toContain('acme.example')
  })

  it('reports an edition of the radar that is before its history', async () => {
    await put('radarEditions', [
      { id: 'lost', name: 'Lost', at: '2020-01-01T00:00:00.000Z' },
      { id: 'present', name: 'Present', at: '2099-01-01T00:00:00.000Z' },
    ])
    await edit('radar', { ...(await stored(data.store, 'radar')), title: 'Radar' })
    const { code, output } = await check(data.env)
    expect(code).toBe(1)
    expect(output).toMatch(
      /^main\/radar_editions.json: \/0\/at: is before the history of the radar: /m,
    )
    expect(output).toContain('Findings: 0 schema, 0 reference, 1 history.')
  })

  it('names the first altered history record and a history without document', async () => {
    await edit('banners', { messages: [] }, { messages: [{ message: 'Here', pages: ['radar'] }] })
    const [key = ''] = await data.store.list('main', 'history/banners/records/')
    await replace(data.store, { bucket: 'main', key }, Buffer.from('{"format":1}'))
    await edit('lists', { languages: ['Go'] })
    await data.store.remove(DOCUMENTS.arrayData.ref)
    await data.store.remove(DOCUMENTS.projects.ref)
    const { code, output } = await check(data.env)
    expect(code).toBe(1)
    expect(output).toMatch(
      /^history of banners: \/: .*000000001.*is damaged: some changes can be neither/m,
    )
    expect(output).toContain('history of lists: /: has no document: its history exists')
    expect(output).toContain('2 history.')
  })

  it('limits the number of reported lines', async () => {
    const many = Array.from({ length: 300 }, (_, n) => `Unlisted ${n}`)
    await put('projects', {
      projects: [{ owner: 'kim', architecture: { languages: { main: many } } }],
    })
    const { output } = await check(data.env)
    expect(output.trim().split('\n')).toHaveLength(52)
    expect(output).toContain('and 250 more kinds of findings; --all reports them')
    expect(output).toContain('300 reference')
  })
})

describe('npm run store -- … --record', () => {
  let landscape: Landscape
  let port = 0
  beforeAll(async () => {
    ;[port = 0] = await freePorts(1)
    landscape = await startLandscape({ services: [] })
    await landscape.start('admin-review', { METRICS_PORT: String(port) })
  }, 60_000)
  afterAll(() => landscape?.stop())

  const figures = async () => {
    const all = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return all.split('\n').filter((line) => /^landscape_(?:store_check|backup)/.test(line))
  }

  it('records its result for metrics until the next recorded check', async () => {
    const env = { OBJECT_STORE: 'embedded', DATA_DIR: landscape.dataDir }
    expect(await figures()).toEqual([
      'landscape_store_check_timestamp_seconds 0',
      'landscape_backup_timestamp_seconds 0',
    ])
    const before = Date.now()
    await check(env, '--record')
    const [at, ...sound] = await figures()
    expect(at).toMatch(/^landscape_store_check_timestamp_seconds /)
    expect(Number(at?.split(' ')[1]) * 1_000).toBeGreaterThanOrEqual(before)
    expect(sound).toEqual([
      'landscape_backup_timestamp_seconds 0',
      'landscape_store_check_findings{kind="schema"} 0',
      'landscape_store_check_findings{kind="reference"} 0',
      'landscape_store_check_findings{kind="history"} 0',
    ])

    const store = createEmbeddedStore(landscape.dataDir)
    await replace(store, DOCUMENTS.banners.ref, Buffer.from('{}'))
    store.close()
    expect((await check(env)).code).toBe(1)
    expect(await figures()).toEqual([at, ...sound])
    expect((await check(env, '--record')).code).toBe(1)
    const found = 'landscape_store_check_findings{kind="schema"} 1'
    expect((await figures()).slice(1)).toEqual(sound.with(1, found))
  })

  it('records the start of a backup only with --record', async () => {
    const env = { OBJECT_STORE: 'embedded', DATA_DIR: landscape.dataDir }
    const began = async () =>
      (await figures()).find((line) => line.startsWith('landscape_backup_timestamp_seconds'))
    const target = await mkdtemp(join(tmpdir(), 'backup-'))
    try {
      expect((await command(env, 'backup', target)).code).toBe(0)
      expect(await began()).toBe('landscape_backup_timestamp_seconds 0')
      const before = Date.now()
      expect((await command(env, 'backup', target, '--record')).code).toBe(0)
      expect(Number((await began())?.split(' ')[1]) * 1_000).toBeGreaterThanOrEqual(before)
    } finally {
      await rm(target, { recursive: true })
    }
  })
})
