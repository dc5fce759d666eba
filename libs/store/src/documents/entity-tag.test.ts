import { describe, expect, it } from '@jest/globals'
import { assertIfMatch, entityTag, matchesAny, tagOf, tagOfView } from './entity-tag.ts'

const tag = entityTag({ a: 1 })

describe('entityTag', () => {
  it('is the same for the same JSON and another for other JSON', () => {
    expect(entityTag({ a: 1 })).toBe(tag)
    expect(entityTag({ a: 2 })).not.toBe(tag)
    expect(tag).toMatch(/^"[\w-]{27}"$/)
  })

  it('is that of the text, also of what is no object', () => {
    for (const value of [null, 'x', 7, true]) {
      expect(entityTag(value)).toBe(tagOf(Buffer.from(JSON.stringify(value))))
    }
    expect(entityTag(undefined)).toBe(entityTag(null))
  })
})

describe('entityTag of what is frozen', () => {
  /** Counts how often it is turned into text. */
  function counted() {
    const count = { texts: 0 }
    const value = { toJSON: () => ({ a: ++count.texts && 1 }) }
    return { count, value }
  }

  it('is made once', () => {
    const { count, value } = counted()
    Object.freeze(value)
    expect([entityTag(value), entityTag(value)]).toEqual([tag, tag])
    expect(count.texts).toBe(1)
  })

  it('is made anew for what may have changed', () => {
    const value = { a: 1 }
    expect(entityTag(value)).toBe(tag)
    value.a = 2
    expect(entityTag(value)).toBe(entityTag({ a: 2 }))
  })
})

describe('tagOfView', () => {
  it('is the tag of the document at first, and another one for each later form', () => {
    const tags = [0, 1, 2].map((version) => tagOfView(tag, version))
    expect(tags).toEqual([tag, `${tag.slice(0, -1)}.1"`, `${tag.slice(0, -1)}.2"`])
    expect(matchesAny(tags[1], tag)).toBe(false)
  })
})

describe('matchesAny', () => {
  it.each([
    [tag, true],
    [`W/${tag}`, true],
    [`"other", ${tag}`, true],
    ['*', true],
    [' * ', true],
    ['"other"', false],
    [tag.slice(1, -1), false],
    ['', false],
    [undefined, false],
  ])('answers for %s: %s', (header, expected) => {
    expect(matchesAny(header, tag)).toBe(expected)
  })
})

describe('assertIfMatch', () => {
  const failed = expect.objectContaining({
    code: 'precondition-failed',
    message: 'The resource has changed since it was read',
  })

  it('lets a writer without a precondition pass, and one who saw the current state', () => {
    expect(() => assertIfMatch(undefined, tag)).not.toThrow()
    expect(() => assertIfMatch(undefined, undefined)).not.toThrow()
    expect(() => assertIfMatch(`W/${tag}`, tag)).not.toThrow()
  })

  it('lets a writer pass who saw a view of the current state', () => {
    expect(() => assertIfMatch(`W/${tagOfView(tag, 2)}, "other"`, tag)).not.toThrow()
    expect(() => assertIfMatch(tagOfView('"old"', 2), tag)).toThrow(failed)
  })

  it('refuses a writer who saw another state, or one that is gone', () => {
    expect(() => assertIfMatch('"old"', tag)).toThrow(failed)
    expect(() => assertIfMatch('*', undefined)).toThrow(failed)
  })
})
