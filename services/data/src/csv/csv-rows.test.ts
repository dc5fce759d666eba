import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { isRecord } from '@landscape/contracts'
import { csvRows, type CsvRow } from './csv-rows.ts'
import { tideTables, tideTablesRow } from './csv-rows.fixture.ts'

const options = { contactDomains: ['department.example'] }
const allRows = (document: unknown): readonly CsvRow[] => {
  const rows = csvRows(document, options)
  return rows.slice(0, rows.length)
}
const rowOf = (project: unknown): CsvRow =>
  csvRows({ projects: [project] }, options).slice(0, 1)[0]!

const columns = Object.keys(tideTablesRow)
const emptyRow = Object.fromEntries(
  columns.map((column) => [column, column.includes('Project_Dependenc') ? [] : '']),
)

const odd = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('', '__proto__', 'toString'))

/** The shape of a value, with members missing, repeated or replaced by anything. */
function bent(value: unknown): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: shapeOf(value) }, { weight: 1, arbitrary: odd })
}

function shapeOf(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value)) return fc.array(fc.oneof(odd, ...value.map(bent)), { maxLength: 3 })
  if (!isRecord(value)) return fc.constant(value)
  const members = Object.entries(value).map(([name, member]) => [name, bent(member)] as const)
  return fc.record(Object.fromEntries(members), { requiredKeys: [] })
}

function expectWellFormed(row: CsvRow): void {
  expect(Object.keys(row)).toEqual(columns)
  const { Project_Dependencies, Listed_As_Project_Dependency, ...texts } = row
  expect(Object.values(texts).filter((value) => typeof value !== 'string')).toEqual([])
  for (const { name, description } of [...Project_Dependencies, ...Listed_As_Project_Dependency]) {
    expect(typeof name).toBe('string')
    expect(['string', 'undefined']).toContain(typeof description)
  }
}

describe('csvRows', () => {
  // spec: own.csv.columns
  it('writes the 34 columns in their order', () => {
    expect(columns).toHaveLength(34)
    expect(JSON.stringify(rowOf(tideTables))).toBe(JSON.stringify(tideTablesRow))
  })

  it('keeps the stored order and skips what is not an object', () => {
    const projects = [{ stage: 'one' }, null, 'two', 3, [], { stage: 'four' }]
    expect(allRows({ projects }).map(({ Stage }) => Stage)).toEqual(['one', 'four'])
  })

  it('has no rows without a list of projects', () => {
    for (const document of [
      null,
      undefined,
      [],
      'text',
      {},
      { projects: {} },
      { projects: null },
    ]) {
      expect(allRows(document)).toEqual([])
    }
  })

  // spec, otherwise: 4.2-r1c own.csv.columns
  it('leaves every column of an empty project empty', () => {
    expect(rowOf({})).toEqual(emptyRow)
  })

  it.each(Object.keys(tideTables))(
    'writes a row when %s is missing, null, a string, a number or a list of nulls',
    (section) => {
      for (const value of [undefined, null, '', 'text', 7, true, [], {}, [null], [[]], [[null]]]) {
        expectWellFormed(rowOf({ ...tideTables, [section]: value }))
      }
    },
  )

  it('reads the sections a client sends for skipped pages as empty', () => {
    const skipped = {
      source_control: '',
      architecture: {
        hosting: '',
        database: '',
        languages: [],
        frameworks: [],
        cicd: [],
        environments: {},
        infrastructure: [],
        publishing: [],
      },
      stage: '',
      supporting_tools: Object.fromEntries(
        Object.keys(tideTables.supporting_tools).map((tool) => [tool, []]),
      ),
    }
    expect(rowOf(skipped)).toEqual(emptyRow)
  })

  it('writes well-formed rows whatever is stored', () => {
    fc.assert(
      fc.property(fc.array(bent(tideTables), { maxLength: 4 }), (projects) => {
        const rows = allRows(JSON.parse(JSON.stringify({ projects })))
        rows.forEach(expectWellFormed)
      }),
      { numRuns: 200 },
    )
  })
})
