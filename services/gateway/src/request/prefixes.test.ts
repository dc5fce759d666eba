import { describe, expect, it } from '@jest/globals'
import {
  COMPATIBILITY_ALIASES,
  createAliasReader,
  createPrefixFinder,
  isPublicPath,
  prefixesWith,
} from './prefixes.ts'

const find = createPrefixFinder(prefixesWith(['/api'], true))

describe('createPrefixFinder', () => {
  // spec, otherwise: 4.7-s1 7-r4c
  it.each([
    ['/api/v1/projects', '/api/v1'],
    ['/api/v1', '/api/v1'],
    ['/api/v10/projects', '/api'],
    ['/api/csv', '/api'],
    ['/api', '/api'],
    ['/admin/api/banners/update', '/admin/api'],
    ['/review/api/tech-radar/update', '/review/api'],
    ['/assistant/api/org/live', '/assistant/api'],
    ['/assistant/api/teams', '/assistant/api/teams'],
    ['/assistant/api/teams/historic', '/assistant/api/teams'],
    ['/assistant/api/scm/oauth/login', '/assistant/api/scm/oauth'],
    ['/', '/'],
    ['/user/api/info', '/user/api'],
    ['/user/api/logout', '/user/api'],
  ])('finds for %s the prefix %s', (path, prefix) => {
    expect(find(path)?.path).toBe(prefix)
  })

  // spec: 4.7-s1 7-r4c
  // spec, otherwise: 1-r3a 1-r4a 1-r5
  it.each([
    '/x',
    '/apix',
    '/API/csv',
    '/api;x/csv',
    '/admin',
    '/admin/apix',
    '/review',
    '/review/apix',
    '/assistant',
    '/assistant/apix',
    '/x/api/csv',
    '/Admin/api',
  ])('finds no prefix for %s', (path) => {
    expect(find(path)).toBeUndefined()
  })
})

describe('prefixesWith for fixed prefixes', () => {
  const admins = { anyGroup: ['admin'] }
  const reviewers = { anyGroup: ['reviewer'] }
  it.each([
    ['/', 'gateway', 'optional'],
    ['/api/v1/projects', 'projects', 'authenticated'],
    ['/api/csv', 'data', 'public'],
    ['/admin/api/banners', 'admin-review', admins],
    ['/review/api/tech-radar', 'admin-review', reviewers],
    ['/changes', 'admin-review', reviewers],
    ['/assistant/api/org/live', 'assistant', 'authenticated'],
    ['/assistant/api/teams/historic', 'assistant', 'optional'],
    ['/assistant/api/teams/x/usage', 'assistant', 'optional'],
    ['/assistant/api/seats', 'assistant', 'optional'],
    ['/assistant/api/spend', 'assistant', 'optional'],
    ['/assistant/api/repositories', 'assistant', 'optional'],
    ['/usage', 'assistant', 'optional'],
    ['/assistant/api/scm/oauth/login', 'assistant', 'public'],
    ['/assistant/api/auth/status', 'assistant', 'public'],
    ['/user/api/info', 'gateway', 'authenticated'],
    ['/user/api/logout', 'gateway', 'authenticated'],
  ])('assigns %s to %s with access %j', (path, service, access) => {
    expect(find(path)).toMatchObject({ service, access })
  })
})

describe('prefixesWith for paths with the access of others', () => {
  it.each([
    ['/api/advice', '/api/technologies'],
    ['/mcp', '/api'],
    ['/radar', '/api/technologies'],
    ['/technologies', '/api/technologies'],
    ['/technologies/angular', '/api/technologies'],
    ['/projects/harbour-berths', '/api/projects'],
    ['/completeness', '/api/completeness'],
    ['/drift', '/api/drift'],
    ['/search', '/api/search'],
    ['/editions/summer', '/api/tech-radar'],
  ])('gives %s the access of %s', (page, data) => {
    const prefixOf = (...publicPaths: string[]) =>
      createPrefixFinder(prefixesWith(publicPaths, true))(page)
    const byCaller = { service: 'data', access: 'optional', lenient: true }
    expect(prefixOf('/api')).toMatchObject(byCaller)
    expect(prefixOf(data)).toMatchObject(byCaller)
    expect(prefixOf('/api/csv')).toMatchObject({ service: 'data', access: 'authenticated' })
  })
})

describe('prefixesWith', () => {
  const accessOf = (publicPaths: readonly string[], path: string, openContacts = true) =>
    createPrefixFinder(prefixesWith(publicPaths, openContacts))(path)

  it('opens only the given paths of the data service and its health', () => {
    const open = ['/api/csv', '/api/tech-radar/json']
    for (const path of [...open, '/api/csv/x', '/api/health']) {
      expect(accessOf(open, path)).toMatchObject({ service: 'data', access: 'public' })
    }
    for (const path of ['/api', '/api/json', '/api/tech-radar', '/api/csvx']) {
      expect(accessOf(open, path)).toMatchObject({ service: 'data', access: 'authenticated' })
    }
  })

  it('identifies callers of contacts where contacts are restricted', () => {
    for (const open of [['/api'], ['/api/csv'], ['/api', '/api/csv']]) {
      expect(accessOf(open, '/api/csv', false)).toMatchObject({
        service: 'data',
        access: 'optional',
        lenient: true,
      })
      expect(accessOf(open, '/api/csv', true)).toMatchObject({ access: 'public' })
    }
    expect(accessOf(['/api'], '/api/json', false)).toMatchObject({ access: 'public' })
  })

  it('requires an identity for contacts where the data service does', () => {
    for (const open of [['none'], ['/api/banners']])
      expect(accessOf(open, '/api/csv', false)).toMatchObject({ access: 'authenticated' })
  })

  it('opens only the logout when it needs no token', () => {
    const known = new Set(prefixesWith(['/api'], true).map(({ path }) => path))
    const opened = prefixesWith(['/api'], true, true).filter(({ path }) => !known.has(path))
    expect(opened).toEqual([{ path: '/user/api/logout', service: 'gateway', access: 'public' }])
  })

  it('opens no path of another service', () => {
    const before = prefixesWith([], true).filter(({ service }) => service !== 'data')
    const given = ['/api/v1', '/api/v1/projects', '/admin/api', '/', '']
    const after = prefixesWith(given, true)
    expect(after.filter(({ service }) => service !== 'data')).toEqual(before)
    expect(after.filter(({ access }) => access === 'public').map(({ path }) => path)).toEqual([
      '/assistant/api/scm/oauth',
      '/assistant/api/auth/status',
      '/api/health',
    ])
  })
})

describe('createAliasReader', () => {
  const read = createAliasReader(COMPATIBILITY_ALIASES)

  it.each([
    ['/copilot/api', '/assistant/api'],
    ['/copilot/api/', '/assistant/api/'],
    ['/copilot/api/teams/historic?a=/copilot/api', '/assistant/api/teams/historic?a=/copilot/api'],
    ['/copilot/api?a=1', '/assistant/api?a=1'],
    ['/copilot/api/github/oauth/login?x', '/assistant/api/scm/oauth/login?x'],
    ['/api/github/auth/login?x', '/assistant/api/scm/oauth/login?x'],
    ['/api/github/authx/login', '/api/github/authx/login'],
    ['/copilot/api/github/oauthx/login', '/assistant/api/github/oauthx/login'],
    ['/copilot/api/copilot/api/seats', '/assistant/api/copilot/api/seats'],
    ['/mcp/', '/mcp'],
    ['/mcp/?a=/mcp/', '/mcp?a=/mcp/'],
  ])('reads %s as %s', (alias, target) => {
    expect(read(alias)).toBe(target)
  })

  it.each([
    '/',
    '/assistant/api/github/oauth/login',
    '/copilot',
    '/copilot/apix/seats',
    '/Copilot/api/seats',
    '/copilot/API/seats',
    '/x/copilot/api/seats',
    '/copilot/admin/api/banners',
    '/api?x=/copilot/api/seats',
    '/mcp',
    '/mcp/tools',
    '/mcpx/',
    '/MCP/',
  ])('does not change %s', (target) => {
    expect(read(target)).toBe(target)
  })

  it('replaces only the slash after /mcp without aliases', () => {
    expect(createAliasReader([])('/copilot/api/seats')).toBe('/copilot/api/seats')
    expect(createAliasReader([])('/mcp/')).toBe('/mcp')
  })

  it('replaces only paths of the assistant', () => {
    for (const { aliasOf } of COMPATIBILITY_ALIASES) {
      expect(find(aliasOf)?.service).toBe('assistant')
    }
  })
})

describe('isPublicPath', () => {
  it.each(['/api', '/api/csv', '/api/tech-radar/json', '/api/v10', '/api/v1x/y', '/api/x/api/v1'])(
    'accepts %s',
    (path) => {
      expect(isPublicPath(path)).toBe(true)
    },
  )

  it.each([
    '/api/v1',
    '/api/v1/projects',
    '/api/',
    '/api/csv/',
    '/api//csv',
    '/api/csv?x',
    '/api/%2e%2e',
    '/x/api/csv',
    '/admin/api/banners',
    '',
  ])('rejects %j', (path) => {
    expect(isPublicPath(path)).toBe(false)
  })
})
