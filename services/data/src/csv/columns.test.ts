import { describe, expect, it } from '@jest/globals'
import { contact, createDomainFilter, developed, environments, joined } from './columns.ts'

describe('joined', () => {
  it('joins the strings that are not empty', () => {
    expect(joined(['', 'a', 'b', ''])).toBe('a; b')
    expect(joined([])).toBe('')
  })
})

describe('developed', () => {
  it.each([
    [['In House', ''], 'In House'],
    [['In House'], 'In House'],
    [['Outsourced', 'Acme'], 'Outsourced with Acme'],
    [['Partnership', 'Acme', '', 'Bolt'], 'Partnership with Acme, Bolt'],
    [['Partnership', 'Acme,Bolt'], 'Partnership with Acme,Bolt'],
    [['', ''], ''],
    [[], ''],
  ])('writes %j as %j', (stored, expected) => {
    expect(developed(stored)).toBe(expected)
  })
})

describe('environments', () => {
  it('labels environments', () => {
    const names = ['postprod', 'prod', 'preprod', 'constructor']
    expect(environments(names)).toBe('POST-PROD; PROD; PRE-PROD (STAGING); CONSTRUCTOR')
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

  it('is empty without a person of the role', () => {
    expect(contact([lead], 'Delivery Manager', all)).toBe('')
    expect(contact([], 'Delivery Manager', all)).toBe('')
  })
})
