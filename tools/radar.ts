/** `npm run radar`: the table of its commands. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { command, runTool, UsageError } from '@landscape/runtime'
import { parseIsoInstant, type RadarDocument } from '@landscape/contracts'
import type { ObjectStore, StoredDocument } from '@landscape/store'
import { FormatError, type Files } from './radar/file-radar.ts'
import { FORMATS, type Format } from './radar/formats.ts'
import { importRadar } from './radar/import-radar.ts'
import { namesakesIn, outlineOf } from './radar/outline.ts'
import { readFiles } from './radar/read-files.ts'
import { openDocument } from './store/history.ts'
import { printable } from './store/finding.ts'
import { withStore } from './store/with-store.ts'

const FORMAT = { about: 'of the other program', oneOf: Object.keys(FORMATS) }
const FORMATS_LIST = `Formats:\n${Object.entries(FORMATS)
  .map(([name, { of }]) => `  ${name.padEnd(10)} ${of}`)
  .join('\n')}`

const importCommand = command({
  about: 'Reads a file of another program into the radar.',
  notes: `An entry is known by its id, else by its title and quadrant. A known entry moves and changes to what the file says; others are added; entries that are not in the file stay. It is one change in the history, which can be undone. Nothing is stored while one entry is refused.
${FORMATS_LIST}`,
  arguments: {
    '<format>': FORMAT,
    '<file>': 'the file, or the folder of a format that has several',
  },
  options: {
    'dry-run': { about: 'says what would become of each entry, and stores nothing' },
    by: { value: '<e-mail>', about: 'the author of what is new; operator when absent' },
    date: { value: '<day>', about: 'of positions without a date in the file; today when absent' },
    replace: {
      about: 'removes what is not in the file; quadrants and rings become those of the file',
    },
    'confirm-removal': { about: 'removes it also when that is much of the radar' },
    title: { value: '<title>', about: 'of the radar, when the file has none' },
  },
  examples: ['byor-csv radar.csv --dry-run', 'zalando radar.json --by kim@acme.example'],
  async run([name = '', path = ''], options) {
    const format = formatOf(name)
    const date = dayIn(options.date ?? new Date().toISOString().slice(0, 10))
    const isDryRun = options['dry-run']
    const { lines, isRefused } = await inPlainText(async () => {
      const file = format.read(await readFiles(path, format))
      console.log(`Entries in ${path}: ${file.entries.length + file.faults.length}`)
      return withStore(isDryRun ? [] : ['main'], (store) =>
        importRadar(radarIn(store), file, {
          replace: options.replace,
          title: options.title,
          date,
          by: (options.by ?? 'operator').trim().toLowerCase(),
          action: `import radar from ${name}`,
          isDryRun,
          isRemovalConfirmed: options['confirm-removal'],
        }),
      )
    })
    for (const line of lines) console.log(line)
    return isRefused ? 1 : 0
  },
})

const exportCommand = command({
  about: 'Writes the radar for another program.',
  notes: `Entries that lie in no ring are left out. They are named, as is what the format cannot tell apart.
${FORMATS_LIST}`,
  arguments: { '<format>': FORMAT, '<file>': 'the file, or an empty folder, to write' },
  options: {
    since: {
      value: '<day>',
      about: 'what moved before counts as having stayed, in formats that know the present only',
    },
  },
  examples: ['backstage tech-radar.json'],
  async run([name = '', path = ''], options) {
    const format = formatOf(name)
    const since = options.since === undefined ? undefined : parseIsoInstant(dayIn(options.since))
    await inPlainText(() =>
      withStore([], (store) => exportRadar(radarIn(store), { format, path, since })),
    )
  },
})

const radarTool = {
  name: 'radar',
  about: 'Takes the radar over from other programs, and writes it for them.',
  notes: 'The settings (.env or the environment) name the store.',
  commands: { import: importCommand, export: exportCommand },
}

function formatOf(name: string): Format {
  const format = FORMATS[name]
  if (!format) throw new UsageError(`Unknown format "${name}"`)
  return format
}

/** What another program wrote may stand in a message: control characters would reach the terminal. */
async function inPlainText<T>(work: () => Promise<T>): Promise<T> {
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

async function exportRadar(
  document: StoredDocument<RadarDocument>,
  { format, path, since }: { format: Format; path: string; since: number | undefined },
): Promise<void> {
  const radar = await document.read()
  if (!radar) throw new FormatError('There is no radar to export')
  const outline = outlineOf(radar.value, format.hasPast ? undefined : since)
  const files = format.write(outline)
  if (format.isFolder) await assertEmpty(path)
  await writeFiles(path, files)
  const notes = [...outline.notes, ...(format.hasIds ? [] : namesakesIn(outline))]
  for (const note of notes) console.log(`  ${printable(note)}`)
  console.log(
    `Wrote ${outline.entries.length} of ${radar.value.entries.length} entries to ${path}. It has no place for ${format.lacks}.`,
  )
}

/** What lies there already would count as another release. */
async function assertEmpty(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  if (names.length > 0) throw new FormatError(`${folder} is not empty`)
}

async function writeFiles(path: string, files: Files): Promise<void> {
  for (const [name, text] of files) {
    const file = join(path, name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}

process.exitCode = await runTool(radarTool, process.argv.slice(2))
