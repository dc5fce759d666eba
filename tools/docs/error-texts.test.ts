import { describe, expect, it } from '@jest/globals'
import { inlineCode, presentDocuments, readText, repositoryFiles } from './texts.ts'

const FILES = repositoryFiles()
const SOURCE = FILES.filter(
  (path) => /^(?:libs|services|tools)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'),
)
  .map((path) => plain(readText(path)))
  .join('\n')

/** Source with concatenated strings joined and … in place of interpolations. */
function plain(source: string): string {
  return source
    .replace(/\$\{[^{}]*\}/g, '…')
    .replace(/['"`]\s*\+\s*['"`]/g, '')
    .replaceAll(String.raw`\'`, "'")
}

/** Error messages that a document quotes after a status (507 `The registry is full`) or under "You see". */
function quotedErrors(markdown: string): string[] {
  const afterStatus = [...markdown.matchAll(/\b[45]\d\d `([^`\n]+)`/g)].map(([, text = '']) => text)
  const seen = [...markdown.matchAll(/^\| You see[^]*?\n\n/gm)].flatMap(([table]) =>
    table.split('\n').flatMap((row) => inlineCode(row.split('|')[1] ?? '')),
  )
  return [...new Set([...afterStatus, ...seen])].filter((text) => text.includes(' '))
}

/** The parts of a quoted message that the source must contain. */
function partsOf(text: string): string[] {
  return text.split('…').map((part) => part.trim())
}

const QUOTED = presentDocuments(FILES).flatMap((document) =>
  quotedErrors(readText(document)).map((text): [string, string] => [document, text]),
)

describe('error messages in documents', () => {
  it('are found', () => {
    expect(QUOTED.length).toBeGreaterThan(8)
  })

  it.each(QUOTED)('%s quotes a message of the code: %s', (_document, text) => {
    expect(partsOf(text).filter((part) => !SOURCE.includes(part))).toEqual([])
  })

  it('are distinguished from other code and reported when the source lacks them', () => {
    const text =
      'A 507 `The registry is full`, or `GET /x`.\n\n| You see | Do |\n| --- | --- |\n' +
      '| `Port … is in use` | `npm start` |\n| 403 `No … is gone` | wait |\n\n| `x y` | z |\n'
    expect(quotedErrors(text)).toEqual(['The registry is full', 'No … is gone', 'Port … is in use'])
    expect(partsOf('No … is gone: elsewhere').filter((part) => !SOURCE.includes(part))).toEqual([
      'is gone: elsewhere',
    ])
  })
})
