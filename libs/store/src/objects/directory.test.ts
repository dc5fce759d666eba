import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { scriptedStore } from '../../test/objects/scripted-store.ts'
import { exportDirectory, importDirectory, readDirectory, replace } from './directory.ts'
import { createEmbeddedStore } from './embedded.ts'
import { StoreUnavailable, type ObjectRef } from './port.ts'

const ref = { bucket: 'main', key: 'list.json' } as const
let directory: string
let real: ReturnType<typeof createEmbeddedStore>
let scripted: ReturnType<typeof scriptedStore>
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'landscape-directory-'))
  real = createEmbeddedStore(':memory:')
  scripted = scriptedStore(real)
})
afterEach(() => rm(directory, { recursive: true }))

async function write(path: string, text: string): Promise<void> {
  const file = join(directory, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
const textAt = async (where: ObjectRef) => {
  const got = await real.get(where)
  return got.kind === 'found' ? got.body.toString() : got.kind
}

describe('readDirectory', () => {
  it('returns the JSON files in the bucket folders, sorted by key', async () => {
    await write('main/b.json', '1')
    await write('assistant/2025/c.json', '\uFEFF{}')
    await write('audit-tool/a.json', '[]')
    await write('main/.DS_Store', 'not JSON')
    await write('.git/d.json', '1')
    await write('README.md', 'about these documents')
    await mkdir(join(directory, 'main/folder.json'))
    const found = await readDirectory(directory)
    expect(found.map(({ ref: { bucket, key }, body }) => [bucket, key, body.toString()])).toEqual([
      ['assistant', '2025/c.json', '\uFEFF{}'],
      ['audit-tool', 'a.json', '[]'],
      ['main', 'b.json', '1'],
    ])
  })

  it('accepts the folder names of the previous system', async () => {
    await write('tat/array_data.json', '{}')
    await write('copilot/archive/a.json', '[]')
    const found = await readDirectory(directory)
    expect(found.map((document) => document.ref)).toEqual([
      { bucket: 'assistant', key: 'archive/a.json' },
      { bucket: 'audit-tool', key: 'array_data.json' },
    ])
  })

  it('rejects two files for one document', async () => {
    await write('tat/array_data.json', '{}')
    await write('audit-tool/array_data.json', '{}')
    await expect(readDirectory(directory)).rejects.toThrow(
      /array_data\.json and .*array_data\.json are the same document/,
    )
  })

  it('names the files that are not documents, rather than skipping them', async () => {
    await write('main/a.json', '1')
    await write('main/notes.txt', 'not JSON')
    await write('elsewhere/d.json', '1')
    await write('e.json', '1')
    await expect(readDirectory(directory)).rejects.toThrow(
      /: e\.json, elsewhere, main\/notes\.txt\. .*main, audit-tool, assistant, tat, copilot/,
    )
  })

  it('accepts keys of at most 512 characters', async () => {
    const folder = 'x'.repeat(250)
    const name = (length: number) => `${'y'.repeat(length - 507)}.json`
    await write(`main/${folder}/${folder}/${name(512)}`, '1')
    expect((await readDirectory(directory))[0]?.ref.key).toHaveLength(512)
    await write(`main/${folder}/${folder}/${name(513)}`, '1')
    await expect(readDirectory(directory)).rejects.toThrow('exceeds the maximum key length')
  })

  it('names the file that is not JSON, and the folders it searched', async () => {
    await expect(readDirectory(directory)).rejects.toThrow(
      `${directory} has no JSON file. A document is <folder>/<key>.json; folders: main, audit-tool, assistant`,
    )
    await write('main/bad.json', '{')
    await expect(readDirectory(directory)).rejects.toThrow(/main\/bad\.json is not JSON$/)
  })

  it('throws when a folder cannot be read, rather than skipping it', async () => {
    await write('main/a.json', '1')
    await write('assistant', 'a file')
    await expect(readDirectory(directory)).rejects.toThrow('ENOTDIR')
  })
})

describe('importDirectory', () => {
  it('replaces existing objects, or keeps them with onlyAbsent', async () => {
    await real.put(ref, Buffer.from('"old"'), { absent: true })
    await write('main/list.json', '"new"')
    await write('main/other.json', '"other"')
    const other = { bucket: 'main', key: 'other.json' } as const
    expect(await importDirectory(real, directory, { onlyAbsent: true })).toEqual([other])
    expect([await textAt(ref), await textAt(other)]).toEqual(['"old"', '"other"'])
    expect(await importDirectory(real, directory)).toEqual([ref, other])
    expect(await textAt(ref)).toBe('"new"')
  })

  it('stores nothing when one file is not JSON', async () => {
    await write('main/list.json', '1')
    await write('main/other.json', '{')
    await expect(importDirectory(real, directory)).rejects.toThrow('is not JSON')
    expect(await textAt(ref)).toBe('missing')
  })

  it('distinguishes an unreachable store from an existing document', async () => {
    await write('main/list.json', '1')
    scripted.script.beforePut = () => {
      throw new StoreUnavailable('unavailable')
    }
    const importing = importDirectory(scripted.store, directory, { onlyAbsent: true })
    await expect(importing).rejects.toThrow(StoreUnavailable)
  })
})

describe('replace', () => {
  it('replaces a version written concurrently and keeps its commit marks', async () => {
    const meta = { commits: 'a.1' }
    let writes = 0
    scripted.script.beforePut = async () => {
      if (writes++ > 0) return
      await real.put(ref, Buffer.from('"theirs"'), { absent: true }, meta)
    }
    await replace(scripted.store, ref, Buffer.from('"ours"'))
    expect(await real.get(ref)).toMatchObject({ body: Buffer.from('"ours"'), meta })
  })

  it('throws without a retry when the store is unavailable', async () => {
    scripted.script.beforePut = () => {
      throw new StoreUnavailable('unavailable')
    }
    await expect(replace(scripted.store, ref, Buffer.from('1'))).rejects.toThrow(StoreUnavailable)
    expect(scripted.calls.put).toBe(1)
  })
})

describe('exportDirectory', () => {
  it('writes the bytes of every document to the path of its import', async () => {
    const deep = { bucket: 'assistant', key: '2025/01/a.json' } as const
    await real.put(ref, Buffer.from('{ "a": 1 }\n'), { absent: true })
    await real.put(deep, Buffer.from('[]'), { absent: true })
    expect(await exportDirectory(real, directory)).toEqual([ref, deep])
    expect(await readFile(join(directory, 'main/list.json'), 'utf8')).toBe('{ "a": 1 }\n')
    const found = await readDirectory(directory)
    expect(found.map(({ ref: { key } }) => key)).toEqual(['2025/01/a.json', 'list.json'])
  })

  it('writes nothing outside the directory', async () => {
    const outside = { bucket: 'main', key: '../../escaped.json' } as const
    await real.put(outside, Buffer.from('1'), { absent: true })
    await expect(exportDirectory(real, join(directory, 'backup'))).rejects.toThrow(
      'main/../../escaped.json would be written outside',
    )
    await expect(readFile(join(directory, 'escaped.json'))).rejects.toThrow('ENOENT')
  })

  it('skips an object that was deleted after the listing', async () => {
    const store = { ...real, list: async () => ['gone.json'] }
    expect(await exportDirectory(store, directory)).toEqual([])
  })
})
