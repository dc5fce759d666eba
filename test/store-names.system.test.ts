import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { run } from './support/process.ts'

let directory = ''
let given = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'store-names-'))
  given = join(directory, 'given.json')
  await writeFile(given, '{"messages":[]}')
})
afterAll(() => rm(directory, { recursive: true }))

async function store(...args: string[]) {
  const command = run(['tools/store.ts', ...args], {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'development',
    OBJECT_STORE: 'embedded',
    DATA_DIR: join(directory, 'data'),
  })
  return { code: await command.exit, output: command.output() }
}

async function keys(): Promise<string[]> {
  const opened = createEmbeddedStore(join(directory, 'data'))
  const found = await opened.list('main')
  opened.close()
  return found
}

describe('npm run store', () => {
  it.each([
    [
      ['cat', 'main/messages.jso'],
      'The document main/messages.jso does not exist.',
      'main/messages.json',
    ],
    [['cat', 'radr'], 'Name a document as <bucket>/<key>', 'radar'],
    [['ls', 'mian'], 'Unknown bucket "mian".', 'main'],
    [['ls', 'main/histroy/radar/'], 'Nothing is stored under', 'main/history/radar/'],
    [['restore', 'banner', '--at', '2026-11-21T10:00:00Z'], 'has no history', 'banners'],
  ])('suggests the nearest name: %j', async (args, reason, meant) => {
    const { code, output } = await store(...args)
    expect(output).toContain(reason)
    expect(output).toContain(`Did you mean ${meant}?`)
    expect(code).not.toBe(0)
  })

  it('suggests the nearest document when no backup contains that of --only', async () => {
    const target = join(directory, 'backups')
    expect((await store('backup', target)).code).toBe(0)
    const only = ['restore', '--from', target, '--only', 'main/mesages.json']
    const { code, output } = await store(...only)
    expect(output).toContain('None of 1 backups has a readable copy of main/mesages.json')
    expect(output).toContain('Did you mean main/messages.json?')
    expect(code).toBe(1)
  })

  it('stores a document that no service reads only with --force', async () => {
    const put = ['put', 'main/messages.jso', given]
    const { code, output } = await store(...put)
    expect(output).toContain('No service reads main/messages.jso. Did you mean main/messages.json?')
    expect(output).toContain('Nothing was stored. --force stores it anyway.')
    expect([code, await keys()]).toEqual([1, []])
    expect((await store(...put, '--force')).code).toBe(0)
    expect(await keys()).toEqual(['messages.jso'])
  })

  it.each([
    ['missing.json', 'The file missing.json does not exist.'],
    ['docs', 'docs is a directory, not a file.'],
  ])('reports that %s cannot be stored', async (path, reason) => {
    expect(await store('put', 'main/messages.json', path)).toEqual({
      code: 1,
      output: `${reason}\n`,
    })
  })
})
