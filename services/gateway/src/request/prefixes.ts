import type { Group } from '@landscape/identity'

/** The services behind the gateway, by the name that their identity header is made out to. */
export const UPSTREAMS = ['projects', 'data', 'admin-review', 'assistant'] as const
export type UpstreamName = (typeof UPSTREAMS)[number]

/** What the gateway demands before it passes a request on; services check again, route by route. */
export type PrefixAccess = 'public' | 'optional' | 'authenticated' | { anyGroup: readonly Group[] }

/** A public path prefix: who serves it and who may come. */
export interface Prefix {
  path: string
  service: UpstreamName | 'gateway'
  access: PrefixAccess
}

/** Everything that the gateway lets through; a path under none of these does not exist. */
export const PREFIXES: readonly Prefix[] = [
  { path: '/api/v1', service: 'projects', access: 'authenticated' },
  { path: '/api', service: 'data', access: 'public' },
  { path: '/admin/api', service: 'admin-review', access: { anyGroup: ['admin'] } },
  { path: '/review/api', service: 'admin-review', access: { anyGroup: ['reviewer'] } },
  { path: '/assistant/api', service: 'assistant', access: 'authenticated' },
  // A scm cookie may open these two instead of a group: the service decides.
  { path: '/assistant/api/teams/historic', service: 'assistant', access: 'optional' },
  { path: '/assistant/api/seats', service: 'assistant', access: 'optional' },
  { path: '/assistant/api/scm/oauth', service: 'assistant', access: 'public' },
  { path: '/assistant/api/auth/status', service: 'assistant', access: 'public' },
  { path: '/user/api', service: 'gateway', access: 'authenticated' },
  { path: '/user/api/logout', service: 'gateway', access: 'public' },
]

/** Whether a path may be opened to everybody by a setting: only the reading routes may. */
export function isPublicPath(path: string): boolean {
  return /^\/api(?:\/[\w-]+)*$/.test(path) && !/^\/api\/v1(?:\/|$)/.test(path)
}

/** The table with exactly these paths of the data service open to everybody, and its health. */
export function prefixesWith(publicPaths: readonly string[]): readonly Prefix[] {
  const open = new Set([...publicPaths.filter(isPublicPath), '/api/health'])
  return [
    ...PREFIXES.filter(({ path }) => path !== '/api'),
    { path: '/api', service: 'data', access: 'authenticated' },
    ...[...open].map((path) => ({ path, service: 'data', access: 'public' }) as const),
  ]
}

/** Finds the longest prefix made of whole segments of a path; the case of letters counts. */
export function createPrefixFinder<T extends { path: string }>(
  prefixes: readonly T[],
): (path: string) => T | undefined {
  const byPath = new Map(prefixes.map((prefix) => [prefix.path, prefix]))
  const depth = Math.max(...prefixes.map(({ path }) => path.split('/').length - 1))
  return (path) => {
    let found: T | undefined
    let end = 0
    for (let segments = 0; segments < depth && end < path.length; segments++) {
      const slash = path.indexOf('/', end + 1)
      end = slash === -1 ? path.length : slash
      found = byPath.get(path.slice(0, end)) ?? found
    }
    return found
  }
}
