import { describe, expect, it } from '@jest/globals'
import { contact, createDomainFilter } from './contact.ts'

describe('createDomainFilter', () => {
  const mayShow = createDomainFilter(['Department.example', ' @ext.department.example '])

  it.each(['a@department.example', 'A@DEPARTMENT.EXAMPLE', 'a@b@ext.department.example'])(
    'shows %s',
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
  ])('hides %j', (email) => {
    expect(mayShow(email)).toBe(false)
  })

  it('shows everything for *, and nothing without domains', () => {
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

  it('passes over users whose address is missing or hidden', () => {
    const users = [{ ...lead, email: '' }, { ...lead, email: 'x@b.example' }, lead]
    const mayShow = createDomainFilter(['a.example'])
    expect(contact(users, 'Technical Contact', mayShow)).toBe('lead@a.example (SEO)')
  })

  it('leaves out a missing grade and reads a role that is a plain text', () => {
    expect(contact([{ email: 'a@b.example', roles: 'Editor' }], 'Editor', all)).toBe('a@b.example')
  })

  it('is empty when nobody has the role', () => {
    for (const users of [[lead], [{ email: 'a@b.example' }], [null], 'text', undefined]) {
      expect(contact(users, 'Delivery Manager', all)).toBe('')
    }
  })
})
