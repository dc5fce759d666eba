import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createEmbeddedStore } from './embedded.ts'
import { StoreUnavailable } from './port.ts'

/** Starts a transaction on the file at the first argument, reports it, and rolls it back after 300 ms. */
const HOLD = `
  const { DatabaseSync } = require('node:sqlite')
  const db = new DatabaseSync(process.argv[1])
  db.exec('CREATE TABLE other (x)')
  db.exec('BEGIN IMMEDIATE')
  process.stdout.write('held')
  setTimeout(() => db.exec('ROLLBACK'), 300)
`

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'landscape-embedded-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

describe('the embedded store', () => {
  it('advises the operator when the file is not a database', () => {
    writeFileSync(join(directory, 'landscape.sqlite'), 'x'.repeat(5_000))
    expect(() => createEmbeddedStore(directory)).toThrow(
      `The embedded store cannot be opened in "${directory}": file is not a database: ` +
        'the file is not a database: move it away to start afresh (set by DATA_DIR)',
    )
  })

  it('uses WAL mode, in which reads do not wait for a writer', () => {
    const store = createEmbeddedStore(directory)
    const other = new DatabaseSync(join(directory, 'landscape.sqlite'))
    expect(other.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' })
    other.close()
    store.close()
  })

  it('detects whether another process has the file open', async () => {
    const store = createEmbeddedStore(directory)
    expect(store.isShared()).toBe(false)
    const open = `import(process.argv[1]).then(({ createEmbeddedStore }) => {
      createEmbeddedStore(process.argv[2])
      process.stdout.write('open')
      setInterval(() => {}, 1_000)
    })`
    const module = join(import.meta.dirname, 'embedded.ts')
    const other = spawn(process.execPath, ['-e', open, module, directory])
    await once(other.stdout, 'data')
    expect(store.isShared()).toBe(true)
    other.kill('SIGKILL')
    await once(other, 'close')
    expect(store.isShared()).toBe(false)
    const ref = { bucket: 'main', key: 'a.json' } as const
    await store.put(ref, Buffer.from('1'), { absent: true })
    const reader = createEmbeddedStore(directory)
    expect(await reader.get(ref)).toMatchObject({ kind: 'found' })
    expect(store.isShared()).toBe(true)
    reader.close()
    store.close()
  })

  it('is not shared when it is in memory', () => {
    const store = createEmbeddedStore(':memory:')
    expect(store.isShared()).toBe(false)
    store.close()
  })

  it('waits for a process that has locked a new file', async () => {
    const other = spawn(process.execPath, ['-e', HOLD, join(directory, 'landscape.sqlite')])
    await once(other.stdout, 'data')
    const store = createEmbeddedStore(directory)
    await expect(store.list('main')).resolves.toEqual([])
    store.close()
    if (other.exitCode === null) await once(other, 'close')
  })

  it('waits for a process that has locked the file', async () => {
    const store = createEmbeddedStore(directory)
    const other = spawn(process.execPath, ['-e', HOLD, join(directory, 'landscape.sqlite')])
    await once(other.stdout, 'data')
    const ref = { bucket: 'main', key: 'a.json' } as const
    await expect(store.put(ref, Buffer.from('1'), { absent: true })).resolves.toBeDefined()
    store.close()
    if (other.exitCode === null) await once(other, 'close')
  })

  it('gives up when the file stays locked', () => {
    const other = new DatabaseSync(join(directory, 'landscape.sqlite'))
    other.exec('CREATE TABLE other (x)')
    other.exec('BEGIN IMMEDIATE')
    let time = 0
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (time += 1_000))
    expect(() => createEmbeddedStore(directory)).toThrow(
      /: database is locked \(set by DATA_DIR\)$/,
    )
    clock.mockRestore()
    other.close()
  })

  it('creates no file when it is in memory', async () => {
    const store = createEmbeddedStore(':memory:')
    expect(store.kind).toBe('embedded')
    const ref = { bucket: 'main', key: 'a.json' } as const
    await store.put(ref, Buffer.from('1'), { absent: true })
    expect(await store.list('main')).toEqual(['a.json'])
    store.close()
    expect(existsSync(':memory:')).toBe(false)
    const other = createEmbeddedStore(':memory:')
    expect(await other.list('main')).toEqual([])
    other.close()
  })

  it('reports why a directory cannot be created', () => {
    const file = join(directory, 'file')
    writeFileSync(file, '')
    expect(() => createEmbeddedStore(join(file, 'data'))).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/: ENOTDIR: [^:]* \(set by DATA_DIR\)$/),
        cause: expect.objectContaining({ code: 'ENOTDIR' }),
      }),
    )
  })

  it('throws StoreUnavailable after close, which may be called twice', async () => {
    const store = createEmbeddedStore(directory)
    const ref = { bucket: 'main', key: 'a.json' } as const
    store.close()
    store.close()
    const unavailable = expect.objectContaining({
      name: 'StoreUnavailable',
      message: 'embedded store: statement has been finalized',
      cause: expect.objectContaining({ message: 'statement has been finalized' }),
    })
    await expect(store.get(ref)).rejects.toEqual(unavailable)
    await expect(store.put(ref, Buffer.from('1'), { absent: true })).rejects.toEqual(unavailable)
    await expect(store.list('main')).rejects.toBeInstanceOf(StoreUnavailable)
  })
})
