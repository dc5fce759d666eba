import { describe, expect, it } from '@jest/globals'
import { inlineCode, presentDocuments, readText, repositoryFiles } from './texts.ts'

const FILES = repositoryFiles()
const SOURCE = FILES.filter(
  (path) => /^(?:libs|services|scripts)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'),
)
  .map((path) => plain(readText(path)))
  .join('\n')

/** Source as its reader's screen shows the texts in it: in one piece, … for what is put in. */
function plain(source: string): string {
  return source
    .replace(/\$\{[^{}]*\}/g, '…')
    .replace(/['"`]\s*\+\s*['"`]/g, '')
    .replaceAll(String.raw`\'`, "'")
}

/**
 * Error texts that a document quotes: after a status, as in 507 `The registry is full`, and what a
 * table lists under "You see". The gaps in them are … .
 */
function quotedErrors(markdown: string): string[] {
  const afterStatus = [...markdown.matchAll(/\b[45]\d\d `([^`\n]+)`/g)].map(([, text = '']) => text)
  const seen = [...markdown.matchAll(/^\| You see[^]*?\n\n/gm)].flatMap(([table]) =>
    table.split('\n').flatMap((row) => inlineCode(row.split('|')[1] ?? '')),
  )
  return [...new Set([...afterStatus, ...seen])].filter((text) => text.includes(' '))
}

/** What of a quoted text has to stand in the source. */
function partsOf(text: string): string[] {
  return text.split('…').map((part) => part.trim())
}

const QUOTED = presentDocuments(FILES).flatMap((document) =>
  quotedErrors(readText(document)).map((text): [string, string] => [document, text]),
)

describe('error texts in documents', () => {
  it('are found', () => {
    expect(QUOTED.length).toBeGreaterThan(8)
  })

  it.each(QUOTED)('%s quotes a text of the code: %s', (_document, text) => {
    expect(partsOf(text).filter((part) => !SOURCE.includes(part))).toEqual([])
  })

  it('are told from other code, and are missed when the source has them no more', () => {
    const text =
      'A 507 `The registry is full`, or `GET /x`.\n\n| You see | Do |\n| --- | --- |\n' +
      '| `Port … is in use` | `npm start` |\n| 403 `No … is gone` | wait |\n\n| `x y` | z |\n'
    expect(quotedErrors(text)).toEqual(['The registry is full', 'No … is gone', 'Port … is in use'])
    expect(partsOf('No … is gone: elsewhere').filter((part) => !SOURCE.includes(part))).toEqual([
      'is gone: elsewhere',
    ])
  })
})
