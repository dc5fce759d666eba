/** `npm run radar`: the table of its commands. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { runTool } from './command-line/run-tool.ts'
import { command, UsageError } from './command-line/tool.ts'
import { parseIsoInstant } from '@landscape/contracts/iso-instant'
import {
  directoratesFrom,
  type Directorate,
  type Directorates,
} from '@landscape/contracts/directorates'
import { DOCUMENTS } from '@landscape/contracts/documents'
import type { RadarDocument } from '@landscape/contracts/landscape'
import { createDocument, type StoredDocument } from '@landscape/store/documents/document'
import type { ObjectStore } from '@landscape/store/objects/port'
import { FormatError } from './radar/file-radar.ts'
import { FORMATS, WRITTEN_FORMATS, type WrittenFormat } from './radar/formats.ts'
import { importRadar } from './radar/import-radar.ts'
import { duplicateNamesIn, outlineOf } from './radar/outline.ts'
import { radarOfDirectorate } from './radar/radar-of-directorate.ts'
import { readFiles } from './radar/read-files.ts'
import { openDocument } from './store/history.ts'
import { printable } from './store/finding.ts'
import { withStore } from './store/with-store.ts'

const FORMAT = { about: 'format of the other program', oneOf: Object.keys(FORMATS) }
const WRITTEN = { ...FORMAT, oneOf: [...WRITTEN_FORMATS.keys()] }
const listOf = (names: readonly string[]) =>
  `Formats:\n${names.map((name) => `  ${name.padEnd(10)} ${FORMATS[name]?.about}`).join('\n')}`

const importCommand = command({
  about: 'Imports a file of another program into the radar.',
  notes: `Entries match by id, otherwise by title and quadrant. Matching entries are updated \
from the file, others are added; entries that are not in the file stay. An import is one change in the \
history and can be undone. Nothing is stored when one entry is rejected.
${listOf(FORMAT.oneOf)}`,
  arguments: {
    '<format>': FORMAT,
    '<file>': 'the file, or the folder of a format with several files',
  },
  options: {
    'dry-run': { about: 'reports the result for each entry and stores nothing' },
    by: { value: '<e-mail>', about: 'author of new positions; default: operator' },
    date: { value: '<day>', about: 'date of positions without a date in the file; default: today' },
    replace: {
      about: 'removes entries that are not in the file; takes its quadrants and rings',
    },
    'confirm-removal': { about: 'confirms a replacement that removes many entries' },
    title: { value: '<title>', about: 'title of the radar when the file has none' },
  },
  examples: ['byor-csv radar.csv --dry-run', 'zalando radar.json --by kim@acme.example'],
  async run([name = '', path = ''], options) {
    const format = formatOf(FORMATS[name], name)
    const date = dayIn(options.date ?? new Date().toISOString().slice(0, 10))
    const isDryRun = options['dry-run']
    const { lines, isRejected } = await withPrintableErrors(async () => {
      const file = format.read(await readFiles(path, format))
      console.log(`Entries in ${path}: ${file.entries.length + file.faults.length}`)
      return withStore(isDryRun ? [] : ['main'], async (store) =>
        importRadar(radarIn(store), file, {
          replace: options.replace,
          title: options.title,
          date,
          directorates: await directoratesIn(store),
          now: Date.now(),
          by: (options.by ?? 'operator').trim().toLowerCase(),
          action: `import radar from ${name}`,
          isDryRun,
          isRemovalConfirmed: options['confirm-removal'],
        }),
      )
    })
    for (const line of lines) console.log(line)
    return isRejected ? 1 : 0
  },
})

const exportCommand = command({
  about: 'Exports the radar for another program.',
  notes: `Entries without a ring are not exported. They are listed, like the names that the format \
cannot distinguish.
${listOf(WRITTEN.oneOf)}`,
  arguments: { '<format>': WRITTEN, '<file>': 'the file to write' },
  options: {
    since: {
      value: '<day>',
      about: 'exports entries that moved earlier as not moved, in formats without timelines',
    },
    directorate: {
      value: '<id or name>',
      about: 'exports the rings of this directorate; default: the default directorate',
    },
  },
  examples: ['backstage tech-radar.json'],
  async run([name = '', path = ''], options) {
    const format = formatOf(WRITTEN_FORMATS.get(name), name)
    const since = options.since === undefined ? undefined : parseIsoInstant(dayIn(options.since))
    await withPrintableErrors(() =>
      withStore([], async (store) =>
        exportRadar(radarIn(store), {
          format,
          path,
          since,
          ...(await directorateIn(store, options.directorate)),
        }),
      ),
    )
  },
})

const radarTool = {
  name: 'radar',
  about: 'Imports and exports the radar in formats of other programs.',
  notes: 'The settings (.env or the environment) name the store.',
  commands: { import: importCommand, export: exportCommand },
}

function formatOf<F>(format: F | undefined, name: string): F {
  if (!format) throw new UsageError(`Unknown format "${name}"`)
  return format
}

/** Removes control characters of the file from error messages. */
async function withPrintableErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!Error.isError(error)) throw error
    throw new Error(error.message.split('\n').map(printable).join('\n'), { cause: error })
  }
}

function dayIn(text: string): string {
  if (parseIsoInstant(text) !== undefined) return text
  throw new UsageError(`"${printable(text)}" is not a day like 2026-11-21`)
}

function radarIn(store: ObjectStore): StoredDocument<RadarDocument> {
  return openDocument(store, 'radar') as StoredDocument<RadarDocument>
}

async function directoratesIn(store: ObjectStore): Promise<Directorates> {
  const { ref, schema } = DOCUMENTS.directorates
  const stored = await createDocument(store, ref, schema).read()
  return directoratesFrom(stored?.value ?? [])
}

async function directorateIn(store: ObjectStore, wanted: string | undefined) {
  const directorates = await directoratesIn(store)
  const directorate = wanted === undefined ? directorates.main : directorates.find(wanted)
  if (directorate) return { directorate, directorates }
  const names = directorates.enabled.map(({ id, name }) => `${id} (${name})`).join(', ')
  throw new FormatError(
    `Unknown directorate "${printable(wanted ?? '')}"; known: ${printable(names)}`,
  )
}

async function exportRadar(
  document: StoredDocument<RadarDocument>,
  {
    format,
    path,
    since,
    directorate,
    directorates,
  }: {
    format: WrittenFormat
    path: string
    since: number | undefined
    directorate: Directorate
    directorates: Directorates
  },
): Promise<void> {
  const radar = await document.read()
  if (!radar) throw new FormatError('No radar is stored')
  const seen = radarOfDirectorate(radar.value, directorate, directorates, Date.now())
  const outline = outlineOf(seen, format.hasTimelines ? undefined : since)
  const text = format.write(outline)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  const notes = [...outline.notes, ...(format.hasIds ? [] : duplicateNamesIn(outline))]
  for (const note of notes) console.log(`  ${printable(note)}`)
  console.log(
    `Wrote ${outline.entries.length} of ${radar.value.entries.length} entries to ${path}. ` +
      (directorates.enabled.length > 1
        ? `The rings are those of ${printable(directorate.name)}. `
        : '') +
      `The format does not support ${format.lacks}.` +
      (format.hasHtml ? ' Its descriptions are HTML; Markdown was converted.' : ''),
  )
}

process.exitCode = await runTool(radarTool, process.argv.slice(2))
