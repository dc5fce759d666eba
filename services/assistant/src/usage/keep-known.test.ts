import { describe, expect, it } from '@jest/globals'
import { keepKnown } from './merge-history.ts'

describe('keepKnown', () => {
  it('keeps members, elements and numbers that are missing now, and takes what is new', () => {
    const before = {
      date: 'd',
      note: 'of another program',
      chat: {
        editors: [
          {
            name: 'all',
            models: [
              { name: 'a', chats: 3 },
              { name: 'b', chats: 2 },
            ],
          },
        ],
      },
      languages: [{ name: 'go', lines: 7, engaged: 1 }],
      active: 4,
    }
    const loaded = {
      date: 'd',
      chat: { editors: [{ name: 'all', models: [{ name: 'a', chats: 5 }] }] },
      languages: [],
      active: 0,
      more: 1,
    }
    expect(keepKnown(loaded, before)).toEqual({
      ...before,
      chat: {
        editors: [
          {
            name: 'all',
            models: [
              { name: 'a', chats: 5 },
              { name: 'b', chats: 2 },
            ],
          },
        ],
      },
      more: 1,
    })
  })

  it('tells elements apart by all their names', () => {
    const python = { language: 'python', feature: 'x', lines: 1 }
    const other = { language: 'python', feature: 'y', lines: 2 }
    expect(keepKnown([{ ...python, lines: 3 }], [python, other])).toEqual([
      { ...python, lines: 3 },
      other,
    ])
  })

  it('replaces lists whose elements nothing tells apart, but never by nothing', () => {
    expect(keepKnown([3], [1, 2])).toEqual([3])
    expect(keepKnown([], [1, 2])).toEqual([1, 2])
  })

  it('changes nothing when the same is loaded again, and survives dangerous keys', () => {
    const hostile = JSON.parse('{"__proto__":{"x":1},"constructor":1}')
    expect(JSON.stringify(keepKnown(hostile, hostile))).toBe(JSON.stringify(hostile))
    expect(JSON.stringify(keepKnown({}, hostile))).toBe(JSON.stringify(hostile))
  })
})
