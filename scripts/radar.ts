/** `npm run radar -- …`: takes the radar over from other programs, and writes it for them. */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseIsoInstant, type RadarDocument } from '@landscape/contracts'
import type { StoredDocument } from '@landscape/documents'
import type { ObjectStore } from '@landscape/object-store'
import { FormatError, type Files } from './radar/file-radar.ts'
import { FORMATS, type Format } from './radar/formats.ts'
import { importRadar } from './radar/import-radar.ts'
import { namesakesIn, outlineOf } from './radar/outline.ts'
import { readFiles } from './radar/read-files.ts'
import { plain } from './radar/report.ts'
import { openDocument } from './store/history.ts'
import { withStore } from './store/with-store.ts'

const USAGE = `npm run radar -- import <format> <file> [--dry-run] [--by <e-mail>] [--date <day>]
                [--replace [--confirm-removal]] [--title <title>]
npm run radar -- export <format> <file> [--since <day>]

Formats:
${Object.entries(FORMATS)
  .map(([name, { of }]) => `  ${name.padEnd(10)} ${of}`)
  .join('\n')}

import reads a file into the radar. An entry is known by its id, else by its title (those of one title by their
quadrants): one that is known moves and changes to what the file says, others are added, and those that are not in the
file stay. It is one change in the history of the radar, which can be undone. Nothing is stored while one entry is refused.
  --dry-run          says what would become of each entry, and stores nothing
  --by               who is the author of what is new; operator when absent
  --date             day of positions that the file gives no date; today when absent
  --replace          what is not in the file is removed; quadrants and rings are the file's
  --confirm-removal  also when that is much of the radar
  --title            of the radar, when the file tells none
export writes the radar; entries that lie in no ring are left out. They are named, as is what the format cannot tell apart.
  --since            what moved before that day counts as having stayed, in formats that know the present only
The store is the one the settings name (.env or the environment).`

async function main(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      replace: { type: 'boolean', default: false },
      'confirm-removal': { type: 'boolean', default: false },
      by: { type: 'string', default: 'operator' },
      date: { type: 'string', default: new Date().toISOString().slice(0, 10) },
      title: { type: 'string' },
      since: { type: 'string' },
    },
  })
  const [command, name = '', path, ...rest] = positionals
  const format = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined
  if (!format || path === undefined || rest.length > 0) throw new FormatError(USAGE)
  const date = dayIn(values.date)
  const since = values.since === undefined ? undefined : parseIsoInstant(dayIn(values.since))
  const isDryRun = values['dry-run']
  if (command === 'import') {
    const files = await readFiles(path, format)
    const file = format.read(files)
    console.log(`Entries in ${path}: ${file.entries.length + file.faults.length}`)
    const { lines, isRefused } = await withStore(isDryRun ? [] : ['main'], (store) =>
      importRadar(radarIn(store), file, {
        replace: values.replace,
        title: values.title,
        date,
        by: values.by.trim().toLowerCase(),
        action: `import radar from ${name}`,
        isDryRun,
        isRemovalConfirmed: values['confirm-removal'],
      }),
    )
    for (const line of lines) console.log(line)
    if (isRefused) process.exitCode = 1
  } else if (command === 'export') {
    await withStore([], (store) => exportRadar(radarIn(store), { format, path, since }))
  } else throw new FormatError(USAGE)
}

function dayIn(text: string): string {
  if (parseIsoInstant(text) !== undefined) return text
  throw new FormatError(`${text} is no day like 2026-11-21`)
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
  for (const note of notes) console.log(`  ${plain(note)}`)
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

try {
  await main(process.argv.slice(2))
} catch (error) {
  const message = Error.isError(error) ? error.message : 'The store could not be used'
  console.error(message.split('\n').map(plain).join('\n'))
  process.exitCode = 1
}
