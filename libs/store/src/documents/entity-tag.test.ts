import { describe, expect, it } from '@jest/globals'
import { assertIfMatch, entityTag, matchesAny, tagOf, tagOfView } from './entity-tag.ts'

const tag = entityTag({ a: 1 })

describe('entityTag', () => {
  it('is equal only for equal JSON', () => {
    expect(entityTag({ a: 1 })).toBe(tag)
    expect(entityTag({ a: 2 })).not.toBe(tag)
    expect(tag).toMatch(/^"[\w-]{27}"$/)
  })

  it('hashes non-object values by their JSON text', () => {
    for (const value of [null, 'x', 7, true]) {
      expect(entityTag(value)).toBe(tagOf(Buffer.from(JSON.stringify(value))))
    }
    expect(entityTag(undefined)).toBe(entityTag(null))
  })
})

describe('entityTag of a frozen value', () => {
  /** A value that counts its serialisations. */
  function counted() {
    const count = { serialised: 0 }
    const value = { toJSON: () => ({ a: ++count.serialised && 1 }) }
    return { count, value }
  }

  it('is computed once', () => {
    const { count, value } = counted()
    Object.freeze(value)
    expect([entityTag(value), entityTag(value)]).toEqual([tag, tag])
    expect(count.serialised).toBe(1)
  })

  it('is computed again for a value that is not frozen', () => {
    const value = { a: 1 }
    expect(entityTag(value)).toBe(tag)
    value.a = 2
    expect(entityTag(value)).toBe(entityTag({ a: 2 }))
  })
})

describe('tagOfView', () => {
  it('is the tag of the document at version 0, and differs for each later version', () => {
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
  ])('returns for %s: %s', (header, expected) => {
    expect(matchesAny(header, tag)).toBe(expected)
  })
})

describe('the suffix of a compressing hop', () => {
  const marked = (suffix: string, of = tag) => `${of.slice(0, -1)}${suffix}"`

  it.each(['-gzip', '--gzip', '-br', '-zstd', '-deflate', ';gz', ';br', ':gzip'])(
    'is not part of the tag: %s',
    (suffix) => {
      expect(matchesAny(marked(suffix), tag)).toBe(true)
      expect(matchesAny(`"other", W/${marked(suffix)}`, tag)).toBe(true)
      expect(() => assertIfMatch(marked(suffix), tag)).not.toThrow()
      expect(() => assertIfMatch(marked(suffix, tagOfView(tag, 2)), tag)).not.toThrow()
      expect(matchesAny(marked(suffix, tagOfView(tag, 2)), tagOfView(tag, 2))).toBe(true)
    },
  )

  it('does not make a tag of another state match', () => {
    expect(matchesAny('"wrong-gzip"', tag)).toBe(false)
    expect(() => assertIfMatch('"wrong-gzip"', tag)).toThrow()
    expect(matchesAny(marked('-other'), tag)).toBe(false)
  })

  it('is not part of a tag that ends with its separator', () => {
    const hyphened = '"aMx2bYc7dQe1fRg8hSi3jTk9lU-"'
    expect(matchesAny(marked('-gzip', hyphened), hyphened)).toBe(true)
    expect(() => assertIfMatch(marked('--gzip', hyphened), hyphened)).not.toThrow()
  })

  it('may be there once for each hop', () => {
    expect(() => assertIfMatch(marked('-gzip-gzip'), tag)).not.toThrow()
  })

  it('may be the end of the tag itself', () => {
    expect(matchesAny('"state-gzip"', '"state-gzip"')).toBe(true)
  })
})

describe('assertIfMatch', () => {
  const failed = expect.objectContaining({
    code: 'precondition-failed',
    message: 'The resource has changed since it was read',
  })

  it('accepts a missing header and a matching tag', () => {
    expect(() => assertIfMatch(undefined, tag)).not.toThrow()
    expect(() => assertIfMatch(undefined, undefined)).not.toThrow()
    expect(() => assertIfMatch(`W/${tag}`, tag)).not.toThrow()
  })

  it('accepts the tag of a view of the present state', () => {
    expect(() => assertIfMatch(`W/${tagOfView(tag, 2)}, "other"`, tag)).not.toThrow()
    expect(() => assertIfMatch(tagOfView('"old"', 2), tag)).toThrow(failed)
  })

  it('rejects the tag of another state, and any tag of a missing resource', () => {
    expect(() => assertIfMatch('"old"', tag)).toThrow(failed)
    expect(() => assertIfMatch('*', undefined)).toThrow(failed)
  })
})
