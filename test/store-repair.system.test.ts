import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { DOCUMENTS, type DocumentName } from '@landscape/contracts/documents'
import { createDocument } from '@landscape/store/documents/document'
import { replace } from '@landscape/store/objects/directory'
import { type GetResult, nameOf, type ObjectRef } from '@landscape/store/objects/port'
import { describeOnEachStore } from './support/describe-stores.ts'
import { run } from './support/process.ts'
import type { TestStore } from './support/stores.ts'

/** Objects that the services create. */
const OWN = {
  apiKeys: { keys: [] },
  apiKeyHashes: {},
  landscapeMonths: [],
  lastRun: { startedAt: 1, finishedAt: 2, ok: true, by: 'x' },
  settledDays: { '2026-01-01': 'loaded' },
  usedStates: { x: 1 },
}
const NAMES = Object.keys(DOCUMENTS) as DocumentName[]
const { ref: BANNERS, schema: BANNERS_SCHEMA } = DOCUMENTS.banners

describeOnEachStore('a damaged document', (open) => {
  let data: TestStore
  let directory = ''
  beforeAll(async () => {
    data = await open()
    directory = await mkdtemp(join(tmpdir(), 'mend-'))
    for (const [name, value] of Object.entries(OWN)) {
      const { ref } = DOCUMENTS[name as DocumentName]
      await replace(data.store, ref, Buffer.from(JSON.stringify(value)))
    }
    await store('check', '--record')
    await store('backup', directory, '--record')
    await store('backup', directory)
    // A change that only the history contains.
    const by = { actor: 'kim', email: 'kim@acme.example', action: 'replace banners' }
    const messages = [{ message: 'After the backup', pages: ['radar'] }]
    await openBanners().change(() => ({ next: { messages }, result: undefined }), { by })
  }, 180_000)
  afterAll(async () => {
    await data?.close()
    await rm(directory, { recursive: true })
  })

  const openBanners = () =>
    createDocument(data.store, BANNERS, BANNERS_SCHEMA, { history: 'banners' })

  async function store(...args: string[]) {
    const command = run(['tools/store.ts', ...args], {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'development',
      ...data.env,
    })
    return { code: await command.exit, output: command.output() }
  }

  /** Returns the first command line in an output. */
  function printed(output: string): string {
    const [, call = ''] = /^ +npm run store -- (.*)$/m.exec(output) ?? []
    return call
  }

  /** Runs the printed command with the path of the backups. */
  function runPrinted(output: string) {
    return store(...printed(output).replace('<backup>', directory).split(' '))
  }

  async function stored(name: DocumentName): Promise<string> {
    const got: GetResult = await data.store.get(DOCUMENTS[name].ref)
    return got.kind === 'found' ? got.body.toString() : got.kind
  }

  it('is repaired with the printed commands', async () => {
    const before = new Map<DocumentName, string>()
    for (const name of NAMES) {
      before.set(name, await stored(name))
      await replace(data.store, DOCUMENTS[name].ref, Buffer.from('{"cut'))
    }
    const { code, output } = await store('check')
    expect(code).toBe(1)
    for (const name of NAMES) {
      const file = nameOf(DOCUMENTS[name].ref)
      const line = `${file}: /: is not JSON: the document can be neither read nor edited`
      expect(output).toContain(line)
      const planned = await runPrinted(output.slice(output.indexOf(line)))
      expect(planned.output).toContain('Nothing was stored')
      expect(await stored(name)).toBe('{"cut')
      const mended = await runPrinted(planned.output)
      expect(mended).toMatchObject({ code: 0, output: expect.stringContaining('Restored ') })
      expect(JSON.parse(await stored(name))).toEqual(JSON.parse(before.get(name) ?? ''))
    }
    expect(await store('check')).toEqual({ code: 0, output: 'No findings.\n' })
  }, 240_000)

  it('is repaired from its history, which keeps later changes', async () => {
    await replace(data.store, BANNERS, Buffer.from('{}'))
    const call = printed((await store('check')).output)
    expect(call).toMatch(/^restore banners --at \S+Z --replace-damaged$/)
    const rejected = await store(...call.replace(' --replace-damaged', '').split(' '))
    expect(rejected.code).toBe(1)
    expect(rejected.output).toContain(call)
    await store(...call.split(' '), '--yes', '--by', 'kim@acme.example')
    expect(await stored('banners')).toContain('After the backup')

    const newest = await (await openBanners().past()).changes({}).next()
    expect(newest.value?.change).toMatchObject({
      actor: { email: 'kim@acme.example' },
      action: expect.stringMatching(/^restore banners of /),
    })
    expect((await store('verify')).code).toBe(0)
  }, 60_000)

  it('is restored from an earlier backup when the newest is damaged', async () => {
    const { ref } = DOCUMENTS.repositories
    const only = ['restore', '--from', directory, '--only', nameOf(ref), '--yes']
    const before = await stored('repositories')
    await replace(data.store, ref, Buffer.from('{}'))
    await store('backup', directory)
    expect((await store(...only)).code).toBe(0)
    expect(await stored('repositories')).toBe(before)
    expect((await store(...only)).output).toContain(`${nameOf(ref)} is the same in the backup of`)
    const none = await store('restore', '--from', directory, '--only', 'main/gone.json')
    expect(none.code).toBe(1)
    expect(none.output).toContain('None of 3 backups has a readable copy of main/gone.json')
  }, 60_000)

  it.each([
    ['damaged', (ref: ObjectRef) => replace(data.store, ref, Buffer.from('{"format":1}'))],
    ['missing', (ref: ObjectRef) => data.store.remove(ref)],
  ])(
    'gets a %s object of its history restored by the printed command',
    async (_state, damage) => {
      await store('backup', directory)
      const [key = ''] = await data.store.list('main', 'history/banners/records/')
      await damage({ bucket: 'main', key })
      const { code, output } = await store('check')
      expect(code).toBe(1)
      expect(printed(output)).toBe(`restore --from <backup> --only main/${key}`)
      const planned = await runPrinted(output)
      expect((await runPrinted(planned.output)).code).toBe(0)
      expect((await store('check')).code).toBe(0)
    },
    60_000,
  )

  it('is restored from its history or a backup when missing', async () => {
    for (const name of ['banners', 'directorates'] as const) {
      const before = await stored(name)
      await data.store.remove(DOCUMENTS[name].ref)
      const planned = await runPrinted((await store('check')).output)
      expect((await runPrinted(planned.output)).code).toBe(0)
      expect(JSON.parse(await stored(name))).toEqual(JSON.parse(before))
    }
    expect((await store('check')).code).toBe(0)
  }, 60_000)
})
