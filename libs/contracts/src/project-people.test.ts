import { describe, expect, it } from '@jest/globals'
import { belongsTo, holdersOf, isHeldBy, ownerOf, peopleIn } from './project-people.ts'

const KIM = { email: 'kim@acme.example' }
const LEE = { email: 'lee@acme.example' }

/** A stored record; `contacts` become `user`. */
const stored = (name: string, owner?: string, contacts: unknown[] = []) => ({
  user: contacts.map((email) => ({ email })),
  details: [{ name }],
  ...(owner !== undefined && { owner }),
})
/** Malformed records that other programs may have stored. */
const MALFORMED = [
  {},
  { user: '' },
  { user: [null, 'x', []] },
  { user: [{ email: null }, { email: 7 }] },
  { user: {}, owner: null },
  { user: [{ roles: 'Lead' }], owner: {} },
]

describe('belongsTo', () => {
  it.each([
    ['the owner', stored('x', ' KIM@acme.example'), true],
    ['any contact', stored('x', 'lee@acme.example', ['', 'Kim@Acme.Example ']), true],
    ['a contact of a record without owner', stored('x', undefined, ['kim@acme.example']), true],
    ['another person', stored('x', 'lee@acme.example', ['max@acme.example']), false],
    ['part of an address', stored('x', 'kim@acme.example.example', ['akim@acme.example']), false],
    ['an owner with the Kelvin sign', stored('x', '\u212Aim@acme.example'), false],
    ['a contact with the Kelvin sign', stored('x', undefined, ['\u212Aim@acme.example']), false],
  ])('decides for %s: %#', (_case, record, expected) => {
    expect(belongsTo(record, KIM.email)).toBe(expected)
  })

  it('matches nobody in malformed records', () => {
    expect(MALFORMED.map((record) => belongsTo(record, KIM.email))).toEqual(
      MALFORMED.map(() => false),
    )
  })
})

describe('holdersOf', () => {
  it.each([
    ['the owner alone', stored('x', ' LEE@acme.example', [KIM.email]), [LEE.email]],
    [
      'the contacts of a record without owner',
      stored('x', '', [' KIM@acme.example', '']),
      [KIM.email],
    ],
    ['nobody for a record without people', stored('x'), []],
  ])('returns %s', (_case, record, expected) => {
    expect(holdersOf(record)).toEqual(expected)
    for (const { email } of [KIM, LEE]) {
      expect(isHeldBy(record, email)).toBe(expected.includes(email))
    }
  })
})

describe('ownerOf', () => {
  it('returns undefined for a blank owner or a value other than a string', () => {
    for (const owner of ['', '  ', null, 7, {}, ['kim@acme.example']]) {
      expect(ownerOf({ owner })).toBeUndefined()
    }
  })
})

describe('peopleIn', () => {
  const contacts = { user: [{ email: 'Lee@acme.example' }, { email: 'max@acme.example' }] }

  it('returns the owner and the contacts, each once', () => {
    const own = (owner: string) => [...peopleIn({ ...contacts, owner })]
    expect(own('kim@acme.example')).toEqual([
      'kim@acme.example',
      'lee@acme.example',
      'max@acme.example',
    ])
    expect(own('Lee@acme.example')).toEqual(['lee@acme.example', 'max@acme.example'])
  })

  it('returns only the contacts without an owner', () => {
    expect([...peopleIn(contacts)]).toEqual(['lee@acme.example', 'max@acme.example'])
    expect(ownerOf(contacts)).toBeUndefined()
    expect(ownerOf({ ...contacts, owner: 'Kim@acme.example' })).toBe('kim@acme.example')
  })
})
