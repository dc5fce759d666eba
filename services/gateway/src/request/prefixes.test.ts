import { describe, expect, it } from '@jest/globals'
import { createPrefixFinder, PREFIXES } from './prefixes.ts'

const find = createPrefixFinder(PREFIXES)

describe('createPrefixFinder', () => {
  it.each([
    ['/api/v1/projects', '/api/v1'],
    ['/api/v1', '/api/v1'],
    ['/api/v10/projects', '/api'],
    ['/api/csv', '/api'],
    ['/api', '/api'],
    ['/admin/api/banners/update', '/admin/api'],
    ['/review/api/tech-radar/update', '/review/api'],
    ['/assistant/api/org/live', '/assistant/api'],
    ['/assistant/api/teams', '/assistant/api'],
    ['/assistant/api/teams/historic', '/assistant/api/teams/historic'],
    ['/assistant/api/scm/oauth/login', '/assistant/api/scm/oauth'],
    ['/user/api/info', '/user/api'],
    ['/user/api/logout', '/user/api/logout'],
    ['/user/api/logout/x', '/user/api/logout'],
  ])('takes %s for %s', (path, prefix) => {
    expect(find(path)?.path).toBe(prefix)
  })

  it.each([
    '/',
    '/apix',
    '/API/csv',
    '/api;x/csv',
    '/admin',
    '/admin/apix',
    '/x/api/csv',
    '/Admin/api',
  ])('knows no prefix for %s', (path) => {
    expect(find(path)).toBeUndefined()
  })
})
