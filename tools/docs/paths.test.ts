import { dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { inlineCode, presentDocuments, readText, repositoryFiles } from './texts.ts'

const FILES = repositoryFiles()
const DOCUMENTS = presentDocuments(FILES)
/** Each file and folder by its path and by every suffix of it: `routes/banners.ts`, `routes/`. */
const KNOWN = new Set(FILES.flatMap(endsOf))
const SCRIPTS = (JSON.parse(readText('package.json')) as { scripts: Record<string, string> })
  .scripts

function endsOf(path: string): string[] {
  const segments = path.split('/')
  return segments.flatMap((_, end) =>
    segments.slice(0, end + 1).map((__, start) => segments.slice(start, end + 1).join('/')),
  )
}

/** Whether inline code is a path: it has a known extension or names a folder. */
function looksLikePath(code: string): boolean {
  if (!/^[\w.*][\w.*/-]*$/.test(code)) return false
  return /\.(?:ts|mjs|md|yml|sql)$/.test(code) || /^[\w.*/-]+\/$/.test(code) || isBelowFolder(code)
}

const TOP = new Set(FILES.filter((path) => path.includes('/')).map((path) => path.split('/', 1)[0]))

function isBelowFolder(code: string): boolean {
  return code.includes('/') && TOP.has(code.split('/', 1)[0] ?? '')
}

function exists(path: string): boolean {
  const plain = path.replace(/\/$/, '')
  if (!plain.includes('*')) return KNOWN.has(plain)
  const pattern = new RegExp(`^${plain.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*')}$`)
  return [...KNOWN].some((known) => pattern.test(known))
}

/** Paths in inline code that do not exist. */
function missingPaths(markdown: string): string[] {
  return inlineCode(markdown)
    .filter(looksLikePath)
    .filter((path) => !MADE_LATER.has(path) && !exists(path))
}

/** Paths that a run creates. */
const MADE_LATER = new Set(['.data/', 'coverage/bench.md', 'coverage/mutation', 'together.test.ts'])

/** Links of a document to missing files or headings. */
function brokenLinks(document: string, markdown: string): string[] {
  return [...markdown.matchAll(/\]\((?!\w+:)([^)#\s]*)(#[^)\s]*)?\)/g)]
    .filter(([, path = '', anchor]) => {
      const target = path === '' ? document : join(dirname(document), path)
      if (!FILES.includes(target)) return anchor !== undefined || !isFolder(target)
      return anchor !== undefined && !anchorsOf(readText(target)).includes(anchor)
    })
    .map(([link]) => link)
}

function isFolder(path: string): boolean {
  return FILES.some((file) => file.startsWith(`${path}/`))
}

function anchorsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.*)$/gm)].map(
    ([, heading = '']) =>
      `#${heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-')}`,
  )
}

/** Commands `npm run …` that package.json does not have. */
function missingCommands(markdown: string): string[] {
  return [...markdown.matchAll(/\bnpm run (?:-\w+ )*([a-z][\w:-]*)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !(name in SCRIPTS))
}

/** Arguments below a folder of the repository with which no file begins: `npm run test:unit -- libs/gone`. */
function missingArguments(markdown: string): string[] {
  const commands = markdown.matchAll(/\b(?:npm|node) (?:test|run|tools)\b[^`\n#|]*/g)
  const ofGuide = [...markdown.matchAll(/^ *```\w+ title="([^"]+)"/gm)].map(([, path = '']) => path)
  return [...commands]
    .flatMap(([command]) => command.split(/\s+/))
    .filter((path) => /^[\w./-]+$/.test(path) && isBelowFolder(path))
    .filter((path) => ![...FILES, ...ofGuide].some((file) => file.startsWith(path)))
}

describe('documents', () => {
  it('are found', () => {
    expect(DOCUMENTS).toEqual(
      expect.arrayContaining(['README.md', 'ARCHITECTURE.md', 'docs/testing.md']),
    )
  })

  it.each(DOCUMENTS)('%s names existing files and folders', (document) => {
    expect(missingPaths(readText(document))).toEqual([])
  })

  it.each(DOCUMENTS)('%s links to existing targets', (document) => {
    expect(brokenLinks(document, readText(document))).toEqual([])
  })

  it.each(DOCUMENTS)('%s names existing commands', (document) => {
    expect(missingCommands(readText(document))).toEqual([])
  })

  it.each(DOCUMENTS)('%s names existing files in commands', (document) => {
    expect(missingArguments(readText(document))).toEqual([])
  })
})

describe('the check of paths, links and commands', () => {
  it('finds missing paths only', () => {
    const text =
      '`libs/http/src/route/route.ts` `route.ts` `services/*/test` `/api/csv` `text/plain` ' +
      '`libs/http/src/gone.ts` `gone.ts` `libs/gone` `gone/` `services/*/gone.ts`'
    expect(missingPaths(text)).toEqual([
      'libs/http/src/gone.ts',
      'gone.ts',
      'libs/gone',
      'gone/',
      'services/*/gone.ts',
    ])
  })

  it('finds links to missing files and headings', () => {
    const text =
      '[a](testing.md) [b](testing.md#attacks) [c](../libs) [d](https://example.org/x) ' +
      '[e](gone.md) [f](testing.md#gone) [g](../gone)'
    expect(brokenLinks('docs/x.md', text)).toEqual([
      '](gone.md)',
      '](testing.md#gone)',
      '](../gone)',
    ])
  })

  it('finds missing arguments of commands', () => {
    const text =
      '`npm test -- services/data`, `npm run test:unit -- test/guides libs/gone`\n' +
      'npm run mutation -- libs/runtime services/gone.ts   # libs/comment\n'
    expect(missingArguments(text)).toEqual(['libs/gone', 'services/gone.ts'])
  })

  it('finds missing commands', () => {
    expect(missingCommands('npm run check, npm run -s dev:token, npm run gone')).toEqual(['gone'])
  })
})
