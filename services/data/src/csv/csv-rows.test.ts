import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { isRecord } from '@landscape/contracts/json'
import type { ProjectsDocument } from '@landscape/contracts/landscape'
import { createCsvRows, type CsvRow } from './csv-rows.ts'
import { tideTables, tideTablesRow } from './csv-rows.fixture.ts'

const options = { contactDomains: ['department.example'] }
const allRows = (document: ProjectsDocument): readonly CsvRow[] => {
  const rows = createCsvRows(options)(document)
  return rows.slice(0, rows.length)
}
const rowOf = (project: unknown): CsvRow =>
  createCsvRows(options)({ projects: [project] }).slice(0, 1)[0]!

const columns = Object.keys(tideTablesRow)
const emptyRow = Object.fromEntries(
  columns.map((column) => [column, column.includes('Project_Dependenc') ? [] : '']),
)

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('', '__proto__', 'toString'),
)

/** A value with members missing, repeated or replaced by any JSON. */
function malformed(value: unknown): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: shapeOf(value) }, { weight: 1, arbitrary: anything })
}

function shapeOf(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value))
    return fc.array(fc.oneof(anything, ...value.map(malformed)), { maxLength: 3 })
  if (!isRecord(value)) return fc.constant(value)
  const members = Object.entries(value).map(([name, member]) => [name, malformed(member)] as const)
  return fc.record(Object.fromEntries(members), { requiredKeys: [] })
}

function expectWellFormed(row: CsvRow): void {
  expect(Object.keys(row)).toEqual(columns)
  const { Project_Dependencies, Listed_As_Project_Dependency, ...others } = row
  expect(Object.values(others).filter((value) => typeof value !== 'string')).toEqual([])
  for (const { name, description } of [...Project_Dependencies, ...Listed_As_Project_Dependency]) {
    expect(typeof name).toBe('string')
    expect(['string', 'undefined']).toContain(typeof description)
  }
}

describe('createCsvRows', () => {
  // spec: own.csv.columns
  it('writes the 34 columns in their order', () => {
    expect(columns).toHaveLength(34)
    expect(JSON.stringify(rowOf(tideTables))).toBe(JSON.stringify(tideTablesRow))
  })

  it('keeps the stored order and skips elements that are not objects', () => {
    const projects = [{ stage: 'one' }, null, 'two', 3, [], { stage: 'four' }]
    expect(allRows({ projects }).map(({ Stage }) => Stage)).toEqual(['one', 'four'])
  })

  it('returns no rows without projects', () => {
    expect(allRows({})).toEqual([])
  })

  // spec, otherwise: 4.2-r1c own.csv.columns
  it('leaves every column of an empty project empty', () => {
    expect(rowOf({})).toEqual(emptyRow)
  })

  it.each(Object.keys(tideTables))(
    'writes a row when %s is missing, null, a string, a number or an array of nulls',
    (section) => {
      for (const value of [undefined, null, '', 'text', 7, true, [], {}, [null], [[]], [[null]]]) {
        expectWellFormed(rowOf({ ...tideTables, [section]: value }))
      }
    },
  )

  it('leaves columns empty for sections of skipped form pages', () => {
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

  it('writes well-formed rows for any document', () => {
    fc.assert(
      fc.property(fc.array(malformed(tideTables), { maxLength: 4 }), (projects) => {
        const rows = allRows(JSON.parse(JSON.stringify({ projects })) as ProjectsDocument)
        rows.forEach(expectWellFormed)
      }),
      { numRuns: 200 },
    )
  })
})

describe('the rows of two versions', () => {
  const named = (name: string, ...dependencies: string[]) => ({
    details: [{ name, project_dependencies: dependencies.map((name) => ({ name })) }],
  })
  const rowsOf = createCsvRows(options)
  const versionOf = (...projects: unknown[]) => {
    const rows = rowsOf({ projects })
    return rows.slice(0, rows.length)
  }

  it('are the same objects for unchanged projects', () => {
    const [tide, berths] = [named('Tide'), named('Berths', 'Tide')]
    const before = versionOf(tide, berths)
    const after = versionOf(tide, berths, named('Locks', 'Berths'))
    expect(after[0]).toBe(before[0])
    expect(after[1]).not.toBe(before[1])
    expect(after[1]?.Listed_As_Project_Dependency).toEqual([{ name: 'Locks', description: '' }])
  })

  it('equal rows that are computed at once, for any versions', () => {
    const name = fc.constantFrom('a', 'b', 'c', '')
    const project = fc.record({ name, on: fc.array(name, { maxLength: 3 }) })
    const pool = fc.array(
      project.map(({ name, on }) => named(name, ...on)),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(
        pool.chain((projects) => fc.array(fc.subarray(projects), { maxLength: 5 })),
        (versions) => {
          for (const version of versions) {
            expect(versionOf(...version)).toEqual(allRows({ projects: version }))
          }
        },
      ),
    )
  })
})
