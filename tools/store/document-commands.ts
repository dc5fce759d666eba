import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { withProgress } from '../command-line/progress.ts'
import { command } from '../command-line/tool.ts'
import { isHistoryKey } from '@landscape/store/history/archive'
import { exportDirectory, readDirectory } from '@landscape/store/objects/directory'
import { parseJson } from '@landscape/store/json/parse-json'
import { BUCKETS, nameOf } from '@landscape/store/objects/port'
import { AUTHOR, authorOf, bucketOf, hintAt, refOf } from './operands.ts'
import { putDocuments } from './put-documents.ts'
import { withStore } from './with-store.ts'

const DOCUMENT = 'like main/messages.json'
const PUT_OPTIONS = {
  by: AUTHOR,
  yes: { about: 'confirms a change that removes many elements' },
  force: {
    about:
      'stores the document even if it is invalid or no service reads it; names what it removes',
  },
}
const PUT_NOTES =
  'A document that no service reads is rejected. ' +
  'A document that does not match its schema or that the HTTP API would reject is rejected ' +
  'with the paths of its errors. --yes confirms a change that removes more than 20 % of ' +
  'the elements (at least ten), or the last of several. ' +
  'Each change of a document with a history is recorded in it.'

export const ls = command({
  about: 'Lists the stored documents.',
  notes: 'History objects are listed only under their prefix: main/history/.',
  arguments: { '[where]': `a bucket (${BUCKETS.join(', ')}), or a bucket and a prefix` },
  examples: ['', 'main', 'main/history/radar/'],
  run: ([where = '']) =>
    withStore([], async (store) => {
      const [first = '', ...rest] = where.split('/')
      const buckets = where === '' ? BUCKETS : [bucketOf(first)]
      const prefix = rest.join('/')
      let found = 0
      for (const bucket of buckets) {
        for (const key of await store.list(bucket, prefix)) {
          found++
          if (prefix !== '' || !isHistoryKey(key)) console.log(nameOf({ bucket, key }))
        }
      }
      if (found === 0 && prefix !== '') {
        throw new Error(`Nothing is stored under ${where}.${hintAt(where)}`)
      }
    }),
})

export const cat = command({
  about: 'Prints a document, indented.',
  arguments: { '<document>': DOCUMENT },
  examples: ['main/messages.json'],
  run: ([name]) =>
    withStore([], async (store) => {
      const ref = refOf(name)
      const got = await store.get(ref)
      if (got.kind !== 'found') {
        throw new Error(`The document ${nameOf(ref)} does not exist.${hintAt(nameOf(ref))}`)
      }
      const { body } = got
      console.log(isJson(body) ? JSON.stringify(parseJson(body), null, 2) : body.toString('utf8'))
    }),
})

export const put = command({
  about: 'Stores a JSON file as a document.',
  notes: PUT_NOTES,
  arguments: { '<document>': DOCUMENT, '[file]': 'the JSON to store; default: standard input' },
  options: PUT_OPTIONS,
  examples: ['main/messages.json banners.json --by kim@acme.example'],
  async run([name, file], { by, yes, force }) {
    const ref = refOf(name)
    const author = authorOf(by)
    if (file === undefined && process.stdin.isTTY)
      console.error('Reading standard input until Ctrl-D …')
    const body = file === undefined ? await buffer(process.stdin) : await contentOf(file)
    if (!isJson(body)) throw new Error('The input is not JSON; nothing was stored')
    await store([{ ref, body }], { author, verb: 'put', isForced: force, isConfirmed: yes })
  },
})

export const importCommand = command({
  about: 'Stores every <bucket>/<key>.json below a directory, or none of them.',
  notes: PUT_NOTES,
  arguments: {
    '<directory>': 'a directory as export writes it, or the file store of the previous system',
  },
  options: PUT_OPTIONS,
  examples: ['sample-data', 'some-directory --by kim@acme.example --yes'],
  async run([directory = ''], { by, yes, force }) {
    const author = authorOf(by)
    const documents = await readDirectory(directory)
    await store(documents, { author, verb: 'import', isForced: force, isConfirmed: yes })
  },
})

export const exportCommand = command({
  about: 'Writes every document and its history to a directory.',
  notes:
    'The files have no metadata: import restores only the documents; backup and restore include the history.',
  arguments: { '<directory>': 'where to write; created if it does not exist' },
  examples: ['some-directory'],
  run: ([directory = '']) =>
    withStore([], async (opened) => {
      for (const ref of await exportDirectory(opened, directory))
        console.log(`Wrote ${nameOf(ref)}`)
    }),
})

function store(
  documents: Parameters<typeof putDocuments>[1],
  options: Omit<Parameters<typeof putDocuments>[2], 'progress'>,
): Promise<void> {
  return withStore([], async (opened) => {
    const lines = await withProgress(process.stderr, (progress) =>
      putDocuments(opened, documents, { ...options, progress }),
    )
    for (const line of lines) console.log(line)
  })
}

async function contentOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(`The file ${file} does not exist.`, { cause: error })
    if (code === 'EISDIR') throw new Error(`${file} is a directory, not a file.`, { cause: error })
    throw new Error(`${file} cannot be read (${code}).`, { cause: error })
  }
}

function isJson(body: Buffer): boolean {
  try {
    parseJson(body)
    return true
  } catch {
    return false
  }
}
