import { describe, expect, it } from '@jest/globals'
import { belongsTo, holdersOf, isHeldBy, peopleIn, projectOf, projectOfRecord } from './projects.ts'

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

describe('projectOf', () => {
  it('reads the details, stage, owner and people', () => {
    const raw = {
      user: [
        { email: ' Kim@acme.example', roles: 'Lead', grade: 'SEO' },
        { roles: ['x', 7] },
        null,
      ],
      details: [
        {
          name: 'Tide',
          short_name: 'T',
          programme_name: 'Coast',
          documentation_link: 'https://docs',
          project_dependencies: [
            { name: 'A', description: 'why' },
            { name: 'B', description: null },
            { name: '' },
            'text',
          ],
        },
        { name: 'Wind' },
      ],
      stage: 'Development',
      owner: ' LEE@acme.example',
    }
    expect(projectOf(raw)).toEqual({
      isOpaque: false,
      raw,
      name: 'Tide',
      shortName: 'T',
      description: '',
      programme: 'Coast',
      programmeShortName: '',
      documentation: ['https://docs'],
      dependencies: [{ name: 'A', description: 'why' }, { name: 'B' }],
      stage: 'Development',
      owner: 'lee@acme.example',
      contacts: new Set(['kim@acme.example']),
      people: [
        { email: ' Kim@acme.example', roles: ['Lead'], grade: 'SEO' },
        { email: '', roles: ['x'], grade: '' },
      ],
    })
  })

  it.each([{}, { details: {} }, { details: { 0: { name: 'x' } }, stage: 7, owner: {} }])(
    'reads any object: %j',
    (raw) => {
      expect(projectOf(raw)).toMatchObject({ isOpaque: false, name: '', stage: '', people: [] })
      expect(projectOf(raw)).toHaveProperty('owner', undefined)
    },
  )

  it.each([null, 'text', 7, []])('is opaque for %j', (raw) => {
    expect(projectOf(raw)).toEqual({ isOpaque: true, raw })
  })
})

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
    expect(belongsTo(projectOfRecord(record), KIM.email)).toBe(expected)
  })

  it('matches nobody in malformed records', () => {
    expect(MALFORMED.map((record) => belongsTo(projectOfRecord(record), KIM.email))).toEqual(
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
    const project = projectOfRecord(record)
    expect(holdersOf(project)).toEqual(expected)
    for (const { email } of [KIM, LEE]) {
      expect(isHeldBy(project, email)).toBe(expected.includes(email))
    }
  })
})

describe('peopleIn', () => {
  const contacts = { user: [{ email: 'Lee@acme.example' }, { email: 'max@acme.example' }] }

  it('returns the owner and the contacts, each once', () => {
    const own = (owner: string) => [...peopleIn(projectOfRecord({ ...contacts, owner }))]
    expect(own('kim@acme.example')).toEqual([
      'kim@acme.example',
      'lee@acme.example',
      'max@acme.example',
    ])
    expect(own('Lee@acme.example')).toEqual(['lee@acme.example', 'max@acme.example'])
  })

  it('returns only the contacts without an owner', () => {
    expect([...peopleIn(projectOfRecord(contacts))]).toEqual([
      'lee@acme.example',
      'max@acme.example',
    ])
  })
})
