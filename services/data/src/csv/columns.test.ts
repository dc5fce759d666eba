import { describe, expect, it } from '@jest/globals'
import {
  contact,
  createDomainFilter,
  developed,
  environments,
  joined,
  mainAndOthers,
  miscellaneous,
  repositoryUrls,
  text,
  tools,
} from './columns.ts'

describe('text', () => {
  it('returns strings and numbers, and "" for other values', () => {
    const stored = ['a', '', 7, 0, null, undefined, true, {}, ['a'], Number.NaN]
    expect(stored.map(text)).toEqual(['a', '', '7', '0', '', '', '', '', '', ''])
  })
})

describe('joined', () => {
  it.each([
    [['a', 'b'], 'a; b'],
    ['a', 'a'],
    [['', 'a', null, {}, 'b', ''], 'a; b'],
    [['a', ['b', '', 'c']], 'a; b,c'],
    [[[[['deep']]]], ''],
    [{ a: 'b' }, ''],
    [null, ''],
  ])('writes %j as %j', (stored, expected) => {
    expect(joined(stored)).toBe(expected)
  })
})

describe('mainAndOthers', () => {
  it('writes main before others', () => {
    expect(mainAndOthers({ others: ['c'], main: ['a', 'b'] })).toBe('a; b; c')
    expect(mainAndOthers({ others: 'c' })).toBe('c')
    expect(mainAndOthers({ main: ['a'] })).toBe('a')
  })

  it('reads a section that is an array or a string', () => {
    expect(mainAndOthers(['a', 'b'])).toBe('a; b')
    expect(mainAndOthers('a')).toBe('a')
    expect([mainAndOthers([]), mainAndOthers(''), mainAndOthers(undefined)]).toEqual(['', '', ''])
  })
})

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
  it('labels enabled environments in stored order', () => {
    const names = ['postprod', 'prod', 'preprod', 'uat', 'int', 'dev', 'demo']
    const used = Object.fromEntries(names.map((name) => [name, true]))
    const stored = { off: false, ...used, none: null }
    expect(environments(stored)).toBe('POST-PROD; PROD; PRE-PROD (STAGING); UAT; INT; DEV; DEMO')
  })

  it('labels environments with the names of built-ins', () => {
    expect(environments(JSON.parse('{"constructor":true,"__proto__":true}'))).toBe(
      'CONSTRUCTOR; __PROTO__',
    )
  })

  it('returns "" for an array or a string', () => {
    expect([environments(['dev']), environments('dev'), environments(null)]).toEqual(['', '', ''])
  })
})

describe('repositoryUrls', () => {
  it('skips links without a URL', () => {
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

  it('reads a string, an array and a section', () => {
    expect(tools({ tracker: 'Jira' }, 'tracker')).toBe('Jira')
    expect(tools({ tracker: ['Jira', 'Trello'] }, 'tracker')).toBe('Jira; Trello')
    expect(tools({ tracker: { main: 'Jira', others: 'Trello' } }, 'tracker')).toBe('Jira; Trello')
  })
})

describe('miscellaneous', () => {
  it('writes name and description, or one of them', () => {
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

describe('createDomainFilter', () => {
  const mayShow = createDomainFilter(['Department.example', ' @ext.department.example '])

  it.each(['a@department.example', 'A@DEPARTMENT.EXAMPLE', 'a@b@ext.department.example'])(
    'allows %s',
    (email) => {
      expect(mayShow(email)).toBe(true)
    },
  )

  it.each([
    'a@department.example.attacker.example',
    'a@notdepartment.example',
    'a@sub.department.example',
    'a@department.example@attacker.example',
    'department.example',
    '',
  ])('rejects %j', (email) => {
    expect(mayShow(email)).toBe(false)
  })

  it('allows every address for * and none without domains', () => {
    expect(createDomainFilter(['*'])('a@anywhere.example')).toBe(true)
    expect(createDomainFilter([])('a@')).toBe(false)
  })
})

describe('contact', () => {
  const all = () => true
  const lead = { email: 'lead@a.example', roles: ['Editor', 'Technical Contact'], grade: 'SEO' }

  it('writes the first user with the role', () => {
    const users = [{ ...lead, email: 'x@a.example', roles: ['technical contact'] }, lead, lead]
    expect(contact(users, 'Technical Contact', all)).toBe('lead@a.example (SEO)')
  })

  it('skips users with a missing or hidden address', () => {
    const users = [{ ...lead, email: '' }, { ...lead, email: 'x@b.example' }, lead]
    const mayShow = createDomainFilter(['a.example'])
    expect(contact(users, 'Technical Contact', mayShow)).toBe('lead@a.example (SEO)')
  })

  it.each([{ grade: '' }, { grade: null }, {}])('writes an empty grade for %j', (grade) => {
    const users = [{ ...grade, email: 'a@b.example', roles: ['Editor'] }]
    expect(contact(users, 'Editor', all)).toBe('a@b.example ()')
  })

  it('reads roles that are a string', () => {
    expect(contact([{ ...lead, roles: 'Editor' }], 'Editor', all)).toBe('lead@a.example (SEO)')
  })

  it('is empty without a user of the role', () => {
    for (const users of [[lead], [{ email: 'a@b.example' }], [null], 'text', undefined]) {
      expect(contact(users, 'Delivery Manager', all)).toBe('')
    }
  })
})
