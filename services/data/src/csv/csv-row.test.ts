import { describe, expect, it } from '@jest/globals'
import { developed, environments, miscellaneous, repositoryUrls, tools } from './csv-row.ts'

describe('developed', () => {
  it.each([
    [['In House', ''], 'In House'],
    [['In House'], 'In House'],
    ['In House', 'In House'],
    [['Outsourced', 'Acme'], 'Outsourced with Acme'],
    [['Partnership', 'Acme', 'Bolt'], 'Partnership with Acme, Bolt'],
    [['Partnership', ['Acme', 'Bolt']], 'Partnership with Acme,Bolt'],
    [['Partnership', []], 'Partnership'],
    [['', ''], ''],
    [[], ''],
    [[null, null], ''],
    [undefined, ''],
  ])('writes %j as %j', (stored, expected) => {
    expect(developed(stored)).toBe(expected)
  })
})

describe('environments', () => {
  it('labels what is switched on in stored order', () => {
    const names = ['postprod', 'prod', 'preprod', 'uat', 'int', 'dev', 'demo']
    const used = Object.fromEntries(names.map((name) => [name, true]))
    const stored = { off: false, ...used, none: null }
    expect(environments(stored)).toBe('POST-PROD; PROD; PRE-PROD (STAGING); UAT; INT; DEV; DEMO')
  })

  it('takes names of object built-ins for any other key', () => {
    expect(environments(JSON.parse('{"constructor":true,"__proto__":true}'))).toBe(
      'CONSTRUCTOR; __PROTO__',
    )
  })

  it('reads none from an array or a text', () => {
    expect([environments(['dev']), environments('dev'), environments(null)]).toEqual(['', '', ''])
  })
})

describe('repositoryUrls', () => {
  it('skips links without an address', () => {
    const links = [
      { url: 'https://scm.example/a' },
      null,
      {},
      { url: '' },
      { url: 'https://b.example' },
    ]
    expect(repositoryUrls(links)).toBe('https://scm.example/a; https://b.example')
  })
})

describe('tools', () => {
  const section = (name: string) => ({ main: [], others: [name] })

  it('prefers the first name that has a value', () => {
    const both = { ui_tools: section('Figma'), user_interface: section('Sketch') }
    expect(tools(both, 'ui_tools', 'user_interface')).toBe('Figma')
    expect(tools({ ...both, ui_tools: section('') }, 'ui_tools', 'user_interface')).toBe('Sketch')
    expect(tools({ ...both, ui_tools: [] }, 'ui_tools', 'user_interface')).toBe('Sketch')
    expect(tools({}, 'ui_tools', 'user_interface')).toBe('')
  })

  it('reads a text, a list and a section', () => {
    expect(tools({ tracker: 'Jira' }, 'tracker')).toBe('Jira')
    expect(tools({ tracker: ['Jira', 'Trello'] }, 'tracker')).toBe('Jira; Trello')
    expect(tools({ tracker: { main: 'Jira', others: 'Trello' } }, 'tracker')).toBe('Jira; Trello')
  })
})

describe('miscellaneous', () => {
  it('writes name and description, or the one that is there', () => {
    const items = [
      { name: 'Pager', description: 'on call' },
      { name: 'Radio' },
      { description: 'only described' },
      {},
      null,
      'text',
    ]
    expect(miscellaneous(items)).toBe('Pager: on call; Radio; only described')
    expect(miscellaneous('text')).toBe('')
  })
})
