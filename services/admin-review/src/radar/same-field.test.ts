import { describe, expect, it } from '@jest/globals'
import { isSame } from './same-field.ts'

const position = {
  moved: 0,
  ringId: 'hold',
  date: '2026',
  description: 'x',
  tags: { a: 1, b: [2] },
}

describe('isSame', () => {
  it.each([
    ['author', { ...position, author: 'kim@acme.example' }],
    ['default directorate', { ...position, directorate: 0 }],
    ['order of members', { ...position, tags: { b: [2], a: 1 } }],
  ])('ignores the %s of a position', (_name, other) => {
    expect(isSame('timeline', [position], [other])).toBe(true)
  })

  it.each([
    ['text', { ...position, description: 'y' }],
    ['directorate', { ...position, directorate: 1 }],
    ['nested member', { ...position, tags: { a: 1, b: [3] } }],
    ['missing member', { ...position, tags: undefined }],
    ['type', JSON.stringify(position)],
  ])('compares positions by %s', (_name, other) => {
    expect(isSame('timeline', [position], [other])).toBe(false)
  })

  it('distinguishes timelines of different lengths', () => {
    expect(isSame('timeline', [position], [position, position])).toBe(false)
  })

  it('treats null as a missing value', () => {
    expect(isSame('url', null, undefined)).toBe(true)
    expect(isSame('url', '', undefined)).toBe(false)
  })
})
