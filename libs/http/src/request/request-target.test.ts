import { describe, expect, it } from '@jest/globals'
import { pathOf, queryOf } from './request-target.ts'

describe('pathOf and queryOf', () => {
  it.each([
    ['/api/a', '/api/a', ''],
    ['/api/a?', '/api/a', ''],
    ['/api/a?b=1&c=?', '/api/a', 'b=1&c=?'],
    ['?b', '', 'b'],
    ['', '', ''],
    [undefined, '', ''],
  ])('split %j into the path %j and the query %j', (target, path, query) => {
    expect([pathOf(target), queryOf(target)]).toEqual([path, query])
  })
})
