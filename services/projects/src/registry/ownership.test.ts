import { describe, expect, it } from '@jest/globals'
import { belongsTo, holdersOf, isHeldBy, ownerOf } from './ownership.ts'
import { KIM, LEE, MALFORMED, stored } from './project.fixture.ts'
import { asRecord } from '@landscape/contracts'

describe('belongsTo', () => {
  it.each([
    ['the owner', stored('x', ' KIM@acme.example'), true],
    ['any contact', stored('x', 'lee@acme.example', ['', 'Kim@Acme.Example ']), true],
    ['a contact of a record without owner', stored('x', undefined, ['kim@acme.example']), true],
    ['somebody else', stored('x', 'lee@acme.example', ['max@acme.example']), false],
    ['part of an address', stored('x', 'kim@acme.example.example', ['akim@acme.example']), false],
    [
      'an owner with a letter that lower case turns into k',
      stored('x', '\u212Aim@acme.example'),
      false,
    ],
    ['the like among contacts', stored('x', undefined, ['\u212Aim@acme.example']), false],
  ])('answers for %s: %#', (_who, record, expected) => {
    expect(belongsTo(record, KIM.email)).toBe(expected)
  })

  it('finds nobody in malformed records', () => {
    expect(MALFORMED.map((record) => belongsTo(asRecord(record), KIM.email))).toEqual(
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
    ['nobody, in a record without people', stored('x'), []],
  ])('answers %s', (_who, record, expected) => {
    expect(holdersOf(record)).toEqual(expected)
    for (const { email } of [KIM, LEE]) {
      expect(isHeldBy(record, email)).toBe(expected.includes(email))
    }
  })
})

describe('ownerOf', () => {
  it('knows no owner where the key is blank or no text', () => {
    for (const owner of ['', '  ', null, 7, {}, ['kim@acme.example']]) {
      expect(ownerOf({ owner })).toBeUndefined()
    }
  })
})
