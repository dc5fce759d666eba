import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { prepareRows, rowFormat, type Rows } from './rows.ts'

const row = (n: number) => ({ name: `Row ${n}`, parts: [{ id: n, text: 'ö 😀 "quoted"' }] })
const COLUMNS = ['name', 'parts.id']

/** Rows that are created on demand, with the sizes of the requested batches. */
function lazyRows(length: number) {
  const atOnce: number[] = []
  const rows: Rows<ReturnType<typeof row>> = {
    length,
    slice(from, to) {
      const some = Array.from({ length: Math.min(to, length) - from }, (_, i) => row(from + i))
      atOnce.push(some.length)
      return some
    },
  }
  return { rows, atOnce, all: Array.from({ length }, (_, n) => row(n)) }
}

async function textIn(format: 'json' | 'csv' | 'ndjson', rows: Rows<unknown>): Promise<string> {
  return (await (await prepareRows(format, COLUMNS)(rows)).body('identity')).toString()
}

describe('prepareRows', () => {
  it.each([0, 1, 49, 50, 51, 100, 151, 4_001])('serialises %s rows like one batch', async (n) => {
    const { rows, all } = lazyRows(n)
    expect(await textIn('json', rows)).toBe(JSON.stringify(all))
    expect(await textIn('ndjson', rows)).toBe(all.map((one) => `${JSON.stringify(one)}\n`).join(''))
    const lines = all.map((_, i) => `Row ${i},${i}\r\n`)
    expect(await textIn('csv', rows)).toBe(`name,parts.id\r\n${lines.join('')}`)
  })

  it('writes CSV for spreadsheets with a byte order mark and a file name', async () => {
    const file = await prepareRows('spreadsheet', COLUMNS)([row(1)])
    expect((await file.body('identity')).toString()).toBe('\ufeffname,parts.id\r\nRow 1,1\r\n')
    expect([file.type, file.fileName]).toEqual(['text/csv; charset=utf-8', 'landscape.csv'])
    expect((await prepareRows('csv', COLUMNS)([row(1)])).fileName).toBeUndefined()
  })

  it('writes a negative number as a number, and a string that looks like one as a string', async () => {
    const rows = [
      { name: -1.5, parts: [{ id: -2 }, { id: 3 }] },
      { name: '-1.5', parts: [{ id: true }] },
    ]
    expect(await textIn('csv', rows)).toBe("name,parts.id\r\n-1.5,'-2; 3\r\n'-1.5,true\r\n")
  })

  it('accepts arrays and sets the media type', async () => {
    const response = await prepareRows('json', COLUMNS)([row(1)])
    expect(response.type).toBe('application/json; charset=utf-8')
    expect((await prepareRows('csv', COLUMNS)([row(1)])).type).toBe('text/csv; charset=utf-8')
    expect(response.bytes).toBe(Buffer.byteLength(JSON.stringify([row(1)])))
  })

  it.each(['json', 'csv', 'ndjson'] as const)(
    'serialises %s in batches and yields between them',
    async (format) => {
      const { rows, atOnce } = lazyRows(500)
      const response = prepareRows(format, COLUMNS)(rows)
      const sizes: number[] = []
      while (atOnce.length < 10) {
        sizes.push(atOnce.length)
        await setImmediate()
      }
      await response
      expect(atOnce).toEqual(Array.from({ length: 10 }, () => 50))
      expect(sizes.length).toBeGreaterThan(5)
    },
  )
})

describe('rowFormat', () => {
  it.each([
    [{}, {}, 'json'],
    [{ accept: 'text/csv' }, {}, 'csv'],
    [{ accept: 'text/csv' }, { for: 'spreadsheet' }, 'spreadsheet'],
    [{}, { format: 'csv', for: 'spreadsheet' }, 'spreadsheet'],
    [{}, { format: 'ndjson', for: 'spreadsheet' }, 'ndjson'],
    [{}, { for: 'spreadsheet' }, 'json'],
  ] as const)('is for the headers %j and the query %j: %s', (headers, query, format) => {
    expect(rowFormat(headers, query)).toBe(format)
  })
})
