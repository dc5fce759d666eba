import { describe, expect, it } from '@jest/globals'
import { sectionsOf } from './project-sections.ts'

const sections = (raw: object) => sectionsOf({ raw: raw as Record<string, unknown> })
const EMPTY = { main: [], others: [] }

describe('sectionsOf', () => {
  it.each([
    [
      { main: ['a', 'b'], others: ['c'] },
      { main: ['a', 'b'], others: ['c'] },
    ],
    [{ main: 'a' }, { main: ['a'], others: [] }],
    [['a', '', null, 7], { main: ['a'], others: [] }],
    ['a', { main: ['a'], others: [] }],
    ['', EMPTY],
    [[], EMPTY],
    [undefined, EMPTY],
    [{ main: {}, others: 7 }, EMPTY],
  ])('reads the technologies of %j', (languages, expected) => {
    expect(sections({ architecture: { languages } }).architecture.languages).toEqual(expected)
  })

  it('reads a tool by its documented name, else by its older one', () => {
    const toolsOf = (tools: object) => sections({ supporting_tools: tools }).tools.ui_tools.others
    const both = { ui_tools: { others: ['Figma'] }, user_interface: { others: ['Sketch'] } }
    expect(toolsOf(both)).toEqual(['Figma'])
    for (const ui_tools of [undefined, [], '', { main: [], others: [''] }]) {
      expect(toolsOf({ ...both, ui_tools })).toEqual(['Sketch'])
    }
    const { project_tracking_tools } = sections({
      supporting_tools: { project_tracking: 'Jira' },
    }).tools
    expect(project_tracking_tools).toEqual({ main: ['Jira'], others: [] })
  })

  it.each([
    [
      ['In House', ''],
      ['In House', ''],
    ],
    ['In House', ['In House']],
    [
      ['Partnership', ['Acme', 'Bolt']],
      ['Partnership', 'Acme,Bolt'],
    ],
    [
      [null, []],
      ['', ''],
    ],
    [undefined, ['']],
  ])('reads the kind of development and partners of %j', (developed, expected) => {
    expect(sections({ developed }).developed).toEqual(expected)
  })

  it('reads the environments that exist, in stored order, also with names of built-ins', () => {
    const environments = JSON.parse('{"prod":true,"dev":false,"__proto__":true}') as object
    expect(sections({ architecture: { environments } }).environments).toEqual(['prod', '__proto__'])
    expect(sections({ architecture: { environments: ['dev'] } }).environments).toEqual([])
  })

  it('reads sources and miscellaneous tools that are objects', () => {
    const source_control = [null, { type: 'Github', links: [{ url: 'https://a' }, null] }, {}]
    const read = sections({
      source_control,
      supporting_tools: { miscellaneous: ['x', { name: 'Pager' }] },
    })
    expect(read.sources).toEqual([
      { type: 'Github', links: [{ description: '', url: 'https://a' }] },
      { type: '', links: [] },
    ])
    expect(read.miscellaneous).toEqual([{ name: 'Pager', description: '' }])
  })
})
