import { describe, expect, it } from '@jest/globals'
import { isInScope, keyAuthor, type KeyScope } from './api-keys.ts'

describe('isInScope', () => {
  const PATHS = {
    list: ['GET', '/api/v1/projects'],
    head: ['HEAD', '/api/banners'],
    create: ['POST', '/api/v1/projects'],
    remove: ['DELETE', '/api/v1/projects/x'],
    banner: ['POST', '/admin/api/banners'],
    radar: ['POST', '/review/api/tech-radar/update'],
    similar: ['POST', '/api/v10'],
    agent: ['POST', '/mcp'],
    belowAgent: ['POST', '/mcp/x'],
    editAgent: ['PUT', '/mcp'],
    unknown: [undefined, '/api/v1/projects'],
    keys: ['GET', '/admin/api/keys'],
    createKey: ['POST', '/admin/api/keys'],
    revokeKey: ['POST', '/admin/api/keys/0123456789ab/revoke'],
  } as const
  const READS = ['list', 'head', 'agent']
  const PERMITTED: Readonly<Record<KeyScope, readonly string[]>> = {
    read: READS,
    registry: [...READS, 'create', 'remove', 'unknown'],
    admin: [
      ...READS,
      'create',
      'remove',
      'banner',
      'radar',
      'similar',
      'unknown',
      'belowAgent',
      'editAgent',
    ],
  }

  it.each(Object.keys(PERMITTED) as KeyScope[])(
    'permits only the requests of scope %s',
    (scope) => {
      const permitted = Object.entries(PATHS)
        .filter(([, [method, path]]) => isInScope(scope, method, path))
        .map(([name]) => name)
      expect(permitted.toSorted()).toEqual(PERMITTED[scope].toSorted())
    },
  )
})

describe('keyAuthor', () => {
  it('differs from every e-mail address', () => {
    expect(keyAuthor('nightly-import')).toBe('key:nightly-import')
    expect(keyAuthor('nightly-import')).not.toContain('@')
  })
})
