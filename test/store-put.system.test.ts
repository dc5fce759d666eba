import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createDocument } from '@landscape/store/documents/document'
import { importDirectory } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { run } from './support/process.ts'

let directory = ''
let env: Record<string, string>
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'store-put-'))
  env = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'development',
    OBJECT_STORE: 'embedded',
    DATA_DIR: join(directory, 'data'),
  }
  const opened = createEmbeddedStore(join(directory, 'data'))
  await importDirectory(opened, 'sample-data')
  opened.close()
})
afterEach(() => rm(directory, { recursive: true }))

async function store(...args: string[]) {
  const command = run(['tools/store.ts', ...args], env)
  return { code: await command.exit, output: command.output() }
}

async function file(value: unknown): Promise<string> {
  const path = join(directory, 'given.json')
  await writeFile(path, JSON.stringify(value))
  return path
}

/** Returns the stored banners and the newest change in their history. */
async function banners() {
  const opened = createEmbeddedStore(join(directory, 'data'))
  const { ref, schema } = DOCUMENTS.banners
  const document = createDocument(opened, ref, schema, { history: 'banners' })
  const { value } = (await document.read()) ?? {}
  const newest = await (await document.past()).changes({}).next()
  opened.close()
  return { messages: value?.messages ?? [], change: newest.value?.change }
}

describe('npm run store -- put', () => {
  it('rejects documents that HTTP edits would reject and names the paths', async () => {
    const before = await banners()
    const put = ['put', 'main/messages.json', await file({ messages: [{ message: 5 }] })]
    const { code, output } = await store(...put)
    expect(code).toBe(1)
    expect(output).toContain('/messages/0/message: must be a string')
    expect(output).toContain('/messages/0/pages: must not be empty')
    expect(output).toContain('Nothing was stored.')
    expect(await banners()).toEqual(before)
    expect((await store(...put, '--force')).code).toBe(0)
    expect((await banners()).messages).toEqual([{ message: 5 }])
  })

  it('removes a large part of a document only after confirmation', async () => {
    const before = await banners()
    const put = ['put', 'main/messages.json', await file({ messages: [] })]
    const { code, output } = await store(...put)
    expect(code).toBe(1)
    const { length } = before.messages
    expect(output).toContain(`this would remove ${length} of ${length} banners:`)
    expect(output).toContain('--yes stores it')
    expect(await banners()).toEqual(before)
    expect((await store(...put, '--yes')).code).toBe(0)
    expect((await banners()).messages).toEqual([])
  })

  it.each([
    ['an invalid element', { messages: [{ message: 5 }] }],
    ['an invalid document', { messages: 'none' }],
  ])('names what --force removes with %s', async (_, next) => {
    const { messages } = await banners()
    const { code, output } = await store('put', 'main/messages.json', await file(next), '--force')
    expect(code).toBe(0)
    const { length } = messages
    expect(output).toContain(
      `Stored main/messages.json\n  This removed ${length} of ${length} banners:\n`,
    )
    const [first] = messages as [{ message: string }]
    expect(output).toContain(`  ${first.message}`)
  })

  it('records the author of a change, and nothing without a change', async () => {
    const { messages } = await banners()
    const added = { message: 'Read-only on Friday', pages: ['radar'] }
    const path = await file({ messages: [...messages, added] })
    const put = ['put', 'main/messages.json', path, '--by', ' Kim@Acme.Example ']
    expect(await store(...put)).toEqual({ code: 0, output: 'Stored main/messages.json\n' })
    expect((await banners()).change).toMatchObject({
      actor: { email: 'kim@acme.example' },
      action: 'put banners',
      subjects: ['Read-only on Friday'],
    })
    expect((await store('verify')).output).toContain('banners: ok, 1 record\n')
    expect((await store(...put)).output).toBe('Unchanged: main/messages.json\n')
    expect((await store('verify')).output).toContain('banners: ok, 1 record\n')
  })

  it('stores the file byte for byte', async () => {
    const path = join(directory, 'indented.json')
    const text = '{\n  "messages": []\n}\n'
    await writeFile(path, text)
    await store('put', 'main/messages.json', path, '--yes', '--by', 'Kim Larsen')
    const opened = createEmbeddedStore(join(directory, 'data'))
    const got = await opened.get(DOCUMENTS.banners.ref)
    opened.close()
    expect(got.kind === 'found' && got.body.toString()).toBe(text)
    expect((await banners()).change).toMatchObject({ actor: { email: 'Kim Larsen' } })
  })
})

describe('npm run store -- import', () => {
  it('stores nothing before a large removal is confirmed', async () => {
    const all = join(directory, 'all')
    await cp('sample-data', all, { recursive: true })
    await writeFile(join(all, 'main/messages.json'), '{"messages":[]}')
    await writeFile(join(all, 'assistant/historic_usage_data.json'), '[]')
    const before = await banners()
    const rejected = await store('import', all)
    expect(rejected.code).toBe(1)
    expect(rejected.output).toMatch(/remove (\d+) of \1 banners/)
    expect(rejected.output).toMatch(/remove (\d+) of \1 days of usage/)
    expect(await banners()).toEqual(before)

    const done = await store('import', all, '--yes', '--by', 'kim@acme.example')
    expect(done.code).toBe(0)
    expect(done.output).toContain('Stored main/messages.json\n')
    expect(done.output).toContain('Unchanged: main/onsRadarSkeleton.json\n')
    expect((await banners()).change).toMatchObject({
      actor: { email: 'kim@acme.example' },
      action: 'import banners',
    })
  })
})

describe('npm run store -- export', () => {
  it('writes documents and history that import restores', async () => {
    const lists = await file({ languages: ['Go'] })
    await store('put', 'audit-tool/array_data.json', lists, '--yes')
    await store('put', 'main/messages.json', await file({ messages: [] }), '--yes')
    const all = join(directory, 'all')
    await store('export', all)
    env['DATA_DIR'] = join(directory, 'other')
    expect((await store('import', all)).code).toBe(0)
    const { output } = await store('verify')
    expect(output).toContain('banners: ok, 2 records\n')
    expect(output).toContain('lists: ok, 2 records\n')
  })
})

describe('npm run store -- restore --from … --replace', () => {
  it('requires a confirmation and exclusive access to the store', async () => {
    const target = join(directory, 'backups')
    expect((await store('backup', target)).code).toBe(0)
    await store('put', 'main/messages.json', await file({ messages: [] }), '--yes')
    const emptied = await banners()
    const planned = await store('restore', '--from', target, '--replace')
    expect(planned.code).toBe(1)
    expect(planned.output).toContain('loses later changes: banners 1')
    expect(await banners()).toEqual(emptied)
    const [, call = ''] = /npm run store -- (restore .* --yes)$/m.exec(planned.output) ?? []

    const opened = createEmbeddedStore(join(directory, 'data'))
    const rejected = await store(...call.split(' '))
    opened.close()
    expect(rejected.code).toBe(1)
    expect(rejected.output).toContain('Another process has the store open. Stop the services first')
    expect(await banners()).toEqual(emptied)

    expect((await store(...call.split(' '))).code).toBe(0)
    expect((await banners()).messages).not.toEqual([])
  })
})
