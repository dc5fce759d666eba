import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createDocument } from '@landscape/store/documents/document'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { run } from './support/process.ts'

const BANNERS = '{"messages":[{"message":"Here","pages":["radar"]}]}'
const NO_BANNERS = '{"messages":"kim@acme.example"}'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'store-command-'))
})
afterEach(() => rm(directory, { recursive: true }))

/** Runs `npm run store -- …` on a dedicated store. */
async function store(...args: string[]) {
  const command = run(['tools/store.ts', ...args], {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'development',
    OBJECT_STORE: 'embedded',
    DATA_DIR: join(directory, 'data'),
    TZ: 'America/New_York',
  })
  return { code: await command.exit, output: command.output() }
}

async function file(name: string, text: string): Promise<string> {
  const path = join(directory, name)
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, text)
  return path
}

async function keys(): Promise<string[]> {
  const opened = createEmbeddedStore(join(directory, 'data'))
  const found = await Promise.all([opened.list('main'), opened.list('assistant')])
  opened.close()
  return found.flat()
}

describe('npm run store -- put', () => {
  it('stores a valid document that begins with a byte order mark', async () => {
    const { code, output } = await store(
      'put',
      'main/messages.json',
      await file('b.json', `\uFEFF${BANNERS}`),
    )
    expect(output).toBe('Stored main/messages.json\n')
    expect(code).toBe(0)
  })

  it.each([
    ['main/messages.json', NO_BANNERS, 'messages: Invalid input: expected array'],
    ['main/directorates.json', '{}', 'the document: Invalid input: expected array'],
    ['assistant/collector_days.json', '{"2026-01-01":7}', '["2026-01-01"]: Invalid'],
  ])('rejects an invalid %s and names the faulty path', async (name, text, place) => {
    const { code, output } = await store('put', name, await file('x.json', text))
    expect(output).toContain(`${name} does not match its schema`)
    expect(output).toContain(place)
    expect(output).toContain('--force')
    expect(output).not.toContain('kim@')
    expect(code).toBe(1)
    expect(await keys()).toEqual([])
  })

  it('stores invalid documents with --force, but never non-JSON', async () => {
    const invalid = await file('invalid.json', NO_BANNERS)
    expect(await store('put', 'main/messages.json', invalid, '--force')).toMatchObject({ code: 0 })
    expect(await keys()).toEqual(['messages.json'])
    const broken = await file('broken.json', '{')
    const { code, output } = await store('put', 'main/radar.json', broken, '--force')
    expect(output).toContain('is not JSON')
    expect(code).toBe(1)
    expect(await keys()).toEqual(['messages.json'])
  })
})

describe('npm run store -- import', () => {
  it('stores documents that no service reads only with --force', async () => {
    await file('all/main/mesages.json', BANNERS)
    await file('all/main/messages.json', BANNERS)
    const all = join(directory, 'all')
    const { code, output } = await store('import', all)
    expect(output).toContain('No service reads main/mesages.json. Did you mean main/messages.json?')
    expect(output).toContain('Nothing was stored. --force stores it anyway.')
    expect([code, await keys()]).toEqual([1, []])
    expect((await store('import', all, '--force')).code).toBe(0)
    expect(await keys()).toContain('mesages.json')
  })

  it('names the name that is read for each later name, and folders that it does not know', async () => {
    await file('all/main/techRadarEntries.json', '{}')
    await file('all/copilot/organisation_history.json', '[]')
    const { code, output } = await store('import', join(directory, 'all'))
    expect(output).toContain(
      'main/techRadarEntries.json: is a later name and is not read: store it as main/onsRadarSkeleton.json',
    )
    expect(output).toContain('store it as assistant/historic_usage_data.json')
    expect([code, await keys()]).toEqual([1, []])
    await file('all/elsewhere/messages.json', BANNERS)
    const rejected = await store('import', join(directory, 'all'))
    expect(rejected.output).toContain('elsewhere')
    expect([rejected.code, await keys()]).toEqual([1, []])
  })

  it('stores nothing when a document is invalid, and names each invalid one', async () => {
    await file('all/main/messages.json', BANNERS)
    await file('all/main/directorates.json', '{}')
    await file('all/assistant/seats.json', '[{}]')
    const all = join(directory, 'all')
    const { code, output } = await store('import', all)
    expect(output).toContain('main/directorates.json does not match its schema')
    expect(output).toContain('assistant/seats.json does not match its schema')
    expect(output).toContain('[0].created_at: Invalid input')
    expect(output).toContain('Nothing was stored')
    expect(output).not.toContain('messages.json')
    expect(code).toBe(1)
    expect(await keys()).toEqual([])

    expect(await store('import', all, '--force')).toMatchObject({ code: 0 })
    expect(await keys()).toEqual([
      'directorates.json',
      expect.stringMatching(/^history\/banners\/records\/000000\/000000001-\S{8}\.json$/),
      'messages.json',
      'seats.json',
    ])
  })
})

describe('npm run store -- inspect', () => {
  it('explains each missing document of an empty store and ends with 0', async () => {
    const { code, output } = await store('inspect')
    expect(code).toBe(0)
    expect(output).toContain(
      'main/messages.json: does not exist: no banners until the first is added',
    )
    expect(output.trim().split('\n')).toHaveLength(16)
  })

  it('reports a document nested too deeply to be edited and ends with 3', async () => {
    const deep = `{"languages":["Go"],"deep":${'['.repeat(1_500)}"[[[\\"[["${']'.repeat(1_500)}}`
    const put = ['put', 'audit-tool/array_data.json', await file('deep.json', deep)]
    const rejected = await store(...put)
    expect([rejected.code, await keys()]).toEqual([1, []])
    expect(rejected.output).toContain('the document: exceeds the maximum nesting depth of 1000')
    expect(await store(...put, '--force')).toMatchObject({ code: 0 })
    const { code, output } = await store('inspect')
    expect(code).toBe(3)
    expect(output).toContain('the document: exceeds the maximum nesting depth of 1000')
  })

  it('reports a document stored under a later name and ends with 2', async () => {
    await store('put', 'main/techRadarEntries.json', await file('radar.json', '{}'), '--force')
    const { code, output } = await store('inspect')
    expect(code).toBe(2)
    expect(output).toContain(
      'main/techRadarEntries.json: is a later name and is not read: ' +
        'store it as main/onsRadarSkeleton.json',
    )
    expect(output).not.toContain('bannerMessages.json')
  })

  it('names the archived copy of a missing document', async () => {
    const archive = 'assistant/archive/pre-mar26/historic_usage_data_mar26.json'
    await store('put', archive, await file('days.json', '[{"date":"2026-01-01"}]'))
    const { output } = await store('inspect')
    expect(output).toContain(
      `${archive}: is an archived copy: store it as assistant/historic_usage_data.json`,
    )
    await store('put', 'assistant/historic_usage_data.json', await file('none.json', '[]'))
    expect((await store('inspect')).output).not.toContain('is an archived copy')
  })

  it('reports document, path, fault and its handling without values and ends with 2', async () => {
    const position = { moved: 0, ringId: 'gone', date: '2024', description: 'x', author: {} }
    const entry = { id: 'zig', title: 'Zig', quadrant: '1', timeline: [position], tags: null }
    const radar = {
      title: 'Acme',
      quadrants: [{ id: '1', name: 'Languages' }],
      rings: [{ id: 'adopt', name: 'ADOPT' }],
      entries: [entry, { ...entry, filteredTimeline: [] }, null],
    }
    const banners = { messages: [{ message: 'To kim@acme.example', show: true }] }
    const lists = { 'lee@acme.example': 'Go', languages: ['Go', 7] }
    const projects = { projects: [{ details: [{ name: 'Tide' }], user: [] }] }
    await file('all/main/onsRadarSkeleton.json', JSON.stringify(radar))
    await file('all/main/messages.json', JSON.stringify(banners))
    await file('all/audit-tool/array_data.json', JSON.stringify(lists))
    await file('all/audit-tool/new_project_data.json', JSON.stringify(projects))
    await file('all/main/directorates.json', '[{"id":1,"name":"A","enabled":true,"constructor":1}]')
    await store('import', join(directory, 'all'), '--force')
    const { code, output } = await store('inspect')
    expect(code).toBe(2)
    const radarLine = 'main/onsRadarSkeleton.json: /entries'
    for (const line of [
      `${radarLine}/0/tags (and 1 more of this kind): is not an array: kept; ` +
        'validated only when this value changes',
      `${radarLine}/2: is not an object: opaque: kept`,
      `${radarLine}/1/id: is a duplicate: distinguished`,
      `${radarLine}/0/timeline/0/ringId (and 1 more of this kind): is not a ring of this radar: kept`,
      `${radarLine}/1/filteredTimeline: is an internal field of the review page: removed`,
      'main/messages.json: /messages/0/pages: is missing: kept',
      'audit-tool/array_data.json: /…: is not an array: kept',
      'audit-tool/array_data.json: /languages/1: is not a string: kept',
      'audit-tool/new_project_data.json: /projects/0: has no owner and no contact: only administrators',
      'main/directorates.json: /0/constructor: has a name that is not allowed: kept',
    ]) {
      expect(output).toContain(line)
    }
    expect(output).not.toContain('acme.example')
    const all = await store('inspect', '--all')
    expect(all.output).toContain(`${radarLine}/1/tags: is not an array`)
    expect(all.output).not.toContain('more like it')
  })

  it.each([NO_BANNERS, '{'])('ends with 3 when a document cannot be read: %s', async (text) => {
    const opened = createEmbeddedStore(join(directory, 'data'))
    await opened.put(DOCUMENTS.banners.ref, Buffer.from(text), { absent: true })
    opened.close()
    const { code, output } = await store('inspect')
    expect(code).toBe(3)
    expect(output).toContain('main/messages.json: cannot be read or edited (500)')
    expect(output).not.toContain('acme.example')
  })
})

describe('npm run store -- verify and restore', () => {
  /** Edits the banners twice and returns the instant between the edits. */
  async function edited(): Promise<Date> {
    const opened = createEmbeddedStore(join(directory, 'data'))
    let now = Date.parse('2026-11-21T10:00:00Z')
    const { ref, schema } = DOCUMENTS.banners
    const banners = createDocument(opened, ref, schema, { history: 'banners', clock: () => now })
    for (const messages of [[{ id: 'a', message: 'Here' }], []]) {
      await banners.change(() => ({ next: { messages }, result: undefined }), {
        by: { actor: 'kim', email: 'kim@acme.example', action: 'replace banners' },
      })
      now += 60_000
    }
    opened.close()
    return new Date('2026-11-21T10:00:30Z')
  }

  it('previews a restore, performs it and records it', async () => {
    const at = (await edited()).toISOString()
    const preview = await store('restore', 'banners', '--at', at)
    expect(preview.output).toBe(
      '1 value would change in 1 subject:\n  Here\nNothing was stored. To restore it:\n' +
        `  npm run store -- restore banners --at ${at} --yes\n`,
    )
    expect((await store('cat', 'main/messages.json')).output).not.toContain('Here')
    const done = await store('restore', 'banners', '--at', at, '--by', 'kim@acme.example', '--yes')
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('Restored banners') })
    expect((await store('cat', 'main/messages.json')).output).toContain('Here')
    expect((await store('verify')).output).toContain('banners: ok, 3 records\n')
    expect((await store('ls')).output).toBe('main/messages.json\n')
  })

  it.each([
    ['banner', '--at', '2026-11-21T10:00:00Z', 'Did you mean banners?'],
    ['main/repositories.json', '--at', '2026-11-21T10:00:00Z', 'has no history'],
    ['banners', '--at', 'yesterday', '--at must be an instant like 2026-11-21T10:00:00Z'],
    ['banners', '--at', '2026-02-31T10:00:00Z', '--at must be an instant'],
    ['banners', '--by', '  ', '--by must be a name'],
    ['banners', '--at is missing'],
    ['banners', '--from', 'x', '--from cannot be used with a document'],
    ['--from', 'x', '--replace-damaged', '--replace-damaged cannot be used with --from'],
    ['--from', 'x', '--only', 'radar', '--replace', '--replace cannot be used with --only'],
    ['--from', 'x', '--only', 'radr', 'Name a document as <bucket>/<key>'],
    ['--from', 'x', '--only', 'mian/x.json', 'Unknown bucket "mian"'],
    ['--yes', 'Name a document with --at <instant>, or a backup'],
  ])('reports the invalid arguments of restore %s %s %s …', async (...all) => {
    const text = all.at(-1) ?? ''
    const { code, output } = await store('restore', ...all.slice(0, -1))
    expect(output).toContain(text)
    expect(output).toContain('npm run store -- restore --help')
    expect(code).toBe(2)
  })

  it('reads an instant without a zone as UTC and normalises an e-mail address', async () => {
    await edited()
    const at = ['--at', '2026-11-21T10:00:30']
    expect(
      await store('restore', 'banners', ...at, '--by', ' Kim@Acme.Example', '--yes'),
    ).toMatchObject({
      code: 0,
      output: expect.stringContaining('Restored banners as it was at 2026-11-21T10:00:30.000Z'),
    })
    const opened = createEmbeddedStore(join(directory, 'data'))
    const { ref, schema } = DOCUMENTS.banners
    const banners = createDocument(opened, ref, schema, { history: 'banners' })
    const newest = await (await banners.past()).changes({}).next()
    opened.close()
    expect(newest.value?.change.actor).toEqual({ email: 'kim@acme.example' })
  })

  it('rejects an instant before the history began', async () => {
    await edited()
    const { code, output } = await store(
      'restore',
      'banners',
      '--at',
      '2026-11-21T09:00:00Z',
      '--yes',
    )
    expect(output).toBe('The history of banners starts after 2026-11-21T09:00:00.000Z\n')
    expect(code).toBe(1)
  })

  it('verifies all histories, including that of an unreadable document', async () => {
    await edited()
    const invalid = await file('invalid.json', NO_BANNERS)
    expect(await store('put', 'main/messages.json', invalid, '--force')).toMatchObject({ code: 0 })
    const verified = await store('verify')
    expect(verified.output).toContain('banners: ok, 2 records\n')
    expect(verified.output).toContain('projects: ok, 0 records\n')
    expect(verified.code).toBe(0)
  })

  it('fails and names the first record that does not fit', async () => {
    await edited()
    const opened = createEmbeddedStore(join(directory, 'data'))
    const [key = ''] = await opened.list('main', 'history/banners/records/')
    const got = await opened.get({ bucket: 'main', key })
    if (got.kind !== 'found') throw new Error('the record is missing')
    const body = Buffer.from(got.body.toString().replace('"message":"Here"', '"message":"There"'))
    await opened.put({ bucket: 'main', key }, body, { ifMatch: got.etag })
    opened.close()
    const { code, output } = await store('verify')
    expect(output).toMatch(
      /^banners: record 000000001-\S{8}: its changes do not lead to its digest$/m,
    )
    expect(output).toContain('radar: ok, 0 records\n')
    expect(code).toBe(1)
  })
})
