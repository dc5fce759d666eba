import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { prepareRows, type Rows } from './rows.ts'

const row = (n: number) => ({ name: `Row ${n}`, parts: [{ id: n, text: 'ö 😀 "quoted"' }] })
const COLUMNS = ['name', 'parts.id']

/** So many rows, each made when it is asked for, and how many were made at a time. */
function made(length: number) {
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
  it.each([0, 1, 49, 50, 51, 100, 151, 4_001])(
    'is of %s rows the same as of all at once',
    async (n) => {
      const { rows, all } = made(n)
      expect(await textIn('json', rows)).toBe(JSON.stringify(all))
      expect(await textIn('ndjson', rows)).toBe(
        all.map((one) => `${JSON.stringify(one)}\n`).join(''),
      )
      const lines = all.map((_, i) => `Row ${i},${i}\r\n`)
      expect(await textIn('csv', rows)).toBe(`name,parts.id\r\n${lines.join('')}`)
    },
  )

  it('takes arrays as well, and names what is sent', async () => {
    const answer = await prepareRows('json', COLUMNS)([row(1)])
    expect(answer.type).toBe('application/json; charset=utf-8')
    expect((await prepareRows('csv', COLUMNS)([row(1)])).type).toBe('text/csv; charset=utf-8')
    expect(answer.bytes).toBe(Buffer.byteLength(JSON.stringify([row(1)])))
  })

  it.each(['json', 'csv', 'ndjson'] as const)(
    'has some rows of %s made at a time, and lets others have their turn in between',
    async (format) => {
      const { rows, atOnce } = made(500)
      const answer = prepareRows(format, COLUMNS)(rows)
      const turns: number[] = []
      while (atOnce.length < 10) {
        turns.push(atOnce.length)
        await setImmediate()
      }
      await answer
      expect(atOnce).toEqual(Array.from({ length: 10 }, () => 50))
      expect(turns.length).toBeGreaterThan(5)
    },
  )
})
