import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { RADAR_EXAMPLE } from '@landscape/dev/examples'
import { createDocument } from '@landscape/store/documents/document'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { run } from './support/process.ts'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'radar-command-'))
})
afterEach(() => rm(directory, { recursive: true }))

/** Runs a command of the repository on a store of its own. */
async function command(script: string, ...args: string[]) {
  const running = run([script, ...args], {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'development',
    OBJECT_STORE: 'embedded',
    DATA_DIR: join(directory, 'data'),
  })
  return { code: await running.exit, output: running.output() }
}

const radar = (...args: string[]) => command('tools/radar.ts', ...args)

async function file(name: string, content: string | Buffer): Promise<string> {
  const path = join(directory, name)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  return path
}

const HEAD = 'name,ring,quadrant,isNew,status,description\n'

/** The stored radar. */
async function storedRadar() {
  const store = createEmbeddedStore(join(directory, 'data'))
  const { ref, schema } = DOCUMENTS.radar
  const document = createDocument(store, ref, schema, { history: 'radar' })
  const snapshot = await document.read()
  store.close()
  return snapshot?.value
}

async function stockStore(stored: unknown = RADAR_EXAMPLE): Promise<void> {
  const path = await file('radar.json', JSON.stringify(stored))
  await command('tools/store.ts', 'put', 'main/onsRadarSkeleton.json', path)
}

describe('npm run radar -- import', () => {
  it('reports the result for each entry and stores nothing in a dry run', async () => {
    await stockStore()
    const path = await file(
      'r.csv',
      `\uFEFF${HEAD}Zig,adopt,Languages,FALSE,moved in,\nGo,hold,Languages,TRUE,,\n`,
    )
    const { code, output } = await radar('import', 'byor-csv', path, '--dry-run')
    expect(output).toBe(
      [
        `Entries in ${path}: 2`,
        '  added      Go   HOLD, Languages',
        '  moved      Zig  TRIAL → ADOPT',
        '1 added, 1 moved. Nothing was stored: this is a dry run.\n',
      ].join('\n'),
    )
    expect(code).toBe(0)
    expect(await storedRadar()).toEqual(RADAR_EXAMPLE)
  })

  it('stores one change with its author that can be undone', async () => {
    await stockStore()
    await radar('import', 'byor-csv', await file('go.csv', `${HEAD}Go,hold,Languages,TRUE,,\n`))
    const before = await storedRadar()
    const instant = new Date().toISOString()
    const path = await file('zig.csv', `${HEAD}Zig,adopt,Languages,FALSE,,\n`)
    const options = ['--by', 'Kim@acme.example', '--date', '2026-11-22']
    expect((await radar('import', 'byor-csv', path, ...options)).output).toContain(
      '1 moved. Stored.',
    )
    expect((await storedRadar())?.entries).toMatchObject([
      { title: 'Go', timeline: [{ ringId: 'hold', author: 'operator' }] },
      { timeline: [{}, {}, { ringId: 'adopt', date: '2026-11-22', author: 'kim@acme.example' }] },
    ])
    expect((await command('tools/store.ts', 'verify')).output).toContain('radar: ok, 3 records')
    await command('tools/store.ts', 'restore', 'radar', '--at', instant, '--yes')
    expect(await storedRadar()).toEqual(before)
  })

  it('names columns that are not imported and states the assumed order of rings', async () => {
    const path = await file(
      'r.csv',
      'name,ring,quadrant,owner\nGo,adopt,T,Kim\nC,exit,T,\nZig,trial,T\n',
    )
    expect(await radar('import', 'byor-csv', path)).toEqual({
      code: 0,
      output: [
        `Entries in ${path}: 3`,
        '  added      Go   adopt, T',
        '  added      C    exit, T',
        '  added      Zig  trial, T',
        '  Columns not imported: owner',
        '  Assumed order of rings, innermost first: adopt, exit, trial',
        '3 added. Stored.\n',
      ].join('\n'),
    })
  })

  it('fails and stores nothing when one entry is rejected', async () => {
    await stockStore()
    const path = await file('r.csv', `${HEAD}Go,hold,Languages,,,\n\u001B[31mC,hodl,Languages,,,\n`)
    const { code, output } = await radar('import', 'byor-csv', path)
    expect(output).toContain('line 3: "hodl" is not a ring of this radar')
    expect(output).toContain('1 added, 1 rejected. Nothing was stored')
    expect(output).not.toContain('\u001B')
    expect(code).toBe(1)
    expect(await storedRadar()).toEqual(RADAR_EXAMPLE)
  })

  it.each([
    [
      'a file that is not UTF-8',
      Buffer.from(`${HEAD}Caf\u00e9,hold,T,,,\n`, 'latin1'),
      'line 2 is not UTF-8',
    ],
    ['UTF-16', Buffer.from(`\uFEFF${HEAD}`, 'utf16le'), 'is UTF-16: save it as UTF-8'],
    ['a file that is too large', Buffer.alloc(11 * 1024 * 1024, 'a'), 'exceeds 10 MB'],
    [
      'another file format',
      Buffer.from('%PDF-1.7\n'),
      'line 1: missing columns: name, ring, quadrant',
    ],
  ])('rejects %s', async (_what, content, message) => {
    const { code, output } = await radar('import', 'byor-csv', await file('r.csv', content))
    expect(output).toContain(message)
    expect(code).toBe(1)
  })

  it.each<[string, string[], string, number?]>([
    ['no format', ['import', 'excel', 'r.xls'], 'Known: byor-csv, byor-json', 2],
    ['no command', ['convert', 'zalando', 'r.json'], 'Known: import, export', 2],
    ['no file', ['import', 'zalando', 'gone.json'], 'gone.json does not exist'],
    [
      'a folder for a file',
      ['import', 'zalando', 'test'],
      'test is a folder, but this format needs a file',
    ],
    [
      'a file for a folder',
      ['import', 'aoe', 'package.json'],
      'package.json is a file, but this format needs a folder',
    ],
    ['no day', ['import', 'zalando', 'package.json', '--date', 'soon'], '"soon" is not a day', 2],
    ['no export', ['export', 'zalando', 'r.json'], 'Known: byor-csv, byor-json, backstage', 2],
    ['no radar', ['export', 'byor-json', 'r.json'], 'No radar is stored'],
  ])('explains the fault of %s', async (_what, args, message, exit = 1) => {
    const { code, output } = await radar(...args)
    expect(output).toContain(message)
    expect(code).toBe(exit)
  })
})

describe('npm run radar -- export', () => {
  it('writes the rings of a directorate, and rejects an unknown one', async () => {
    const [zig] = RADAR_EXAMPLE.entries as { timeline: object[] }[]
    const held = { moved: -1, ringId: 'hold', date: '2026-10-06', description: '', directorate: 1 }
    const entries = [{ ...zig, timeline: [...(zig?.timeline ?? []), held] }]
    await stockStore({ ...RADAR_EXAMPLE, entries })
    const directorates = ['Coast', 'Harbour'].map((name, id) => ({ id, name, enabled: true }))
    const stored = await file('directorates.json', JSON.stringify(directorates))
    await command('tools/store.ts', 'put', 'main/directorates.json', stored)
    const path = join(directory, 'byor.json')
    const { output } = await radar('export', 'byor-json', path, '--directorate', 'harbour')
    expect(output).toContain('The rings are those of Harbour. ')
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject([{ ring: 'HOLD' }])
    const unknown = await radar('export', 'byor-json', path, '--directorate', 'air')
    expect([unknown.code, unknown.output]).toEqual([
      1,
      expect.stringContaining('Unknown directorate "air"; known: 0 (Coast), 1 (Harbour)'),
    ])
  })

  it('writes a readable file and reports unsupported fields', async () => {
    await stockStore()
    const path = join(directory, 'out', 'radar.json')
    const { output } = await radar('export', 'backstage', path)
    expect(output).toBe(
      `Wrote 1 of 1 entries to ${path}. The format does not support title, tags, times under ` +
        `review, authors, rings of other directorates, entries to use instead, roles of rings.\n`,
    )
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      entries: [
        {
          id: RADAR_EXAMPLE.entries[0]?.id,
          timeline: [{ ringId: 'trial', moved: 1 }, { ringId: 'assess' }],
        },
      ],
    })
  })

  it('names entries that the format cannot distinguish', async () => {
    const [zig] = RADAR_EXAMPLE.entries
    const entries = [zig, { ...zig, id: 'second' }]
    await stockStore({ ...RADAR_EXAMPLE, entries })
    const { output } = await radar('export', 'byor-json', join(directory, 'r.json'))
    expect(output).toContain('  Zig: 2 entries of Languages have this name')
    expect((await radar('export', 'backstage', join(directory, 'r.json'))).output).not.toContain(
      'Zig',
    )
  })

  it('treats entries that moved before a given day as unmoved', async () => {
    await stockStore()
    const path = join(directory, 'r.csv')
    const movement = async (...args: string[]) => {
      await radar('export', 'byor-csv', path, ...args)
      return (await readFile(path, 'utf8')).split('\r\n')[1]
    }
    expect(await movement()).toBe('Zig,TRIAL,Languages,FALSE,moved in,Languages')
    expect(await movement('--since', '2026-11-01')).toBe(
      'Zig,TRIAL,Languages,FALSE,no change,Languages',
    )
  })
})
