import { describe, expect, it } from '@jest/globals'
import { normaliseTechnology, renameInList, EACH, mapAt } from './normalise-technology.ts'

const both = (name: string) => ({ main: [name, 'Go'], others: ['Go', name] })

/** A project with the name in every technology field, of the specification and of existing data. */
const everywhere = (name: string) => ({
  details: [{ name: 'old', short_name: 'old' }],
  developed: ['old', ''],
  stage: 'old',
  user: [{ email: 'old', roles: ['old'] }],
  architecture: {
    languages: both(name),
    database: both(name),
    frameworks: both(name),
    infrastructure: both(name),
    cicd: both(name),
    publishing: both(name),
    hosting: { type: ['old'], details: [name] },
    environments: { dev: true },
  },
  supporting_tools: {
    code_editors: both(name),
    ui_tools: both(name),
    user_interface: both(name),
    diagram_tools: both(name),
    diagrams: both(name),
    documentation_tools: both(name),
    documentation: both(name),
    communication_tools: both(name),
    communication: both(name),
    collaboration_tools: both(name),
    collaboration: both(name),
    project_tracking_tools: name,
    project_tracking: name,
    incident_management: name,
    miscellaneous: [{ name, description: 'old' }, null],
  },
  source_control: [{ type: name, links: [{ description: 'old', url: 'old' }] }],
})

const FIELDS = Object.entries({
  ...everywhere('x').architecture,
  ...everywhere('x').supporting_tools,
}).length

describe('normaliseTechnology', () => {
  it('renames in every technology field and in no other', () => {
    const document = { projects: [everywhere('old')] }
    expect(normaliseTechnology(document, 'old', 'new')).toEqual({
      document: { projects: [everywhere('new')] },
      updatedProjects: 1,
    })
    expect(FIELDS).toBe(23)
  })

  it.each([
    ['architecture', { architecture: { languages: { main: ['old'] } } }],
    ['others', { architecture: { cicd: { others: ['old'] } } }],
    ['tools', { supporting_tools: { diagrams: { main: ['old'] } } }],
    ['one tool', { supporting_tools: { incident_management: 'old' } }],
    ['source control', { source_control: [{ type: 'x' }, { type: 'old' }] }],
  ])('counts each project once that has the name in %s', (_name, project) => {
    const projects = [project, { ...project }, { stage: 'old' }]
    expect(normaliseTechnology({ projects }, 'old', 'new').updatedProjects).toBe(2)
  })

  it('skips fields of an unexpected type', () => {
    const malformed = [
      null,
      'old',
      ['old'],
      7,
      {},
      { architecture: null, supporting_tools: 'old', source_control: '' },
      { architecture: { languages: 'old', frameworks: [], database: { main: 'old' } } },
      { supporting_tools: { diagrams: [], incident_management: ['old'], miscellaneous: {} } },
      { source_control: ['old', null, { type: ['old'] }] },
    ]
    const document = { projects: malformed }
    expect(normaliseTechnology(document, 'old', 'new')).toEqual({ document, updatedProjects: 0 })
  })

  it.each([[{}], [{ projects: [] }], [{ projects: [everywhere('other')] }]])(
    'returns the same document if nothing is changed',
    (document) => {
      expect(normaliseTechnology(document, 'old', 'new').document).toBe(document)
    },
  )

  it('changes nothing if both names are equal', () => {
    const document = { projects: [{ architecture: { languages: { main: ['x', 'x'] } } }] }
    expect(normaliseTechnology(document, 'x', 'x')).toEqual({ document, updatedProjects: 0 })
  })

  it('reads a frozen project once for all names', () => {
    let reads = 0
    const main = ['x']
    const languages = Object.freeze({
      get main() {
        reads++
        return main
      },
    })
    const project = Object.freeze({ architecture: Object.freeze({ languages }) })
    const document = { projects: [project] }
    normaliseTechnology(document, 'a', 'b')
    const once = reads
    for (const name of ['c', 'd', 'e']) normaliseTechnology(document, name, 'b')
    expect(once).toBeGreaterThan(0)
    expect(reads).toBe(once)
  })
})

const rename = (list: unknown) => renameInList(list, 'JS', 'JavaScript')

describe('renameInList', () => {
  it.each([
    ['every occurrence', ['JS', 'Go', 'JS'], ['JavaScript', 'Go']],
    ['into a name later in the array', ['JS', 'Go', 'JavaScript'], ['JavaScript', 'Go']],
    ['into a name earlier in the array', ['JavaScript', 'Go', 'JS'], ['JavaScript', 'Go']],
    [
      'and keeps other values than names',
      [null, 'JS', { a: 1 }, null],
      [null, 'JavaScript', { a: 1 }, null],
    ],
  ])('renames %s', (_name, list, expected) => {
    expect(rename(list)).toEqual(expected)
  })

  it.each([[['Go', 'Go']], [['js', 'JS ']], ['JS'], [null], [{ 0: 'JS' }], [[]]])(
    'returns %j unchanged',
    (list) => {
      expect(rename(list)).toBe(list)
    },
  )
})

const shout = (leaf: unknown) => (typeof leaf === 'string' ? leaf.toUpperCase() : leaf)

describe('mapAt', () => {
  it('replaces the value at the path and shares the rest', () => {
    const value = { a: { b: 'x', c: {} }, d: {} }
    const mapped = mapAt(value, ['a', 'b'], shout) as typeof value
    expect(mapped).toEqual({ a: { b: 'X', c: {} }, d: {} })
    expect(mapped.d).toBe(value.d)
    expect(value.a.b).toBe('x')
  })

  it('replaces the value in every element that has the path', () => {
    const value = [{ n: 'x' }, null, 'n', { m: 'x' }, { n: 'y' }]
    expect(mapAt(value, [EACH, 'n'], shout)).toEqual([
      { n: 'X' },
      null,
      'n',
      { m: 'x' },
      { n: 'Y' },
    ])
  })

  it.each([[null], ['text'], [[]], [{}], [{ a: null }], [{ a: ['b'] }], [{ a: { b: 'X' } }]])(
    'returns the same value without the path: %j',
    (value) => {
      expect(mapAt(value, ['a', 'b'], shout)).toBe(value)
      expect(mapAt(value, ['a', EACH, 'b'], shout)).toBe(value)
    },
  )

  it('ignores inherited members', () => {
    const value = {}
    expect(mapAt(value, ['toString'], () => 'x')).toBe(value)
  })
})
