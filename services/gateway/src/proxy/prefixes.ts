import { pathOf } from '@landscape/http'
import type { Group } from '@landscape/contracts'

/** The services behind the gateway, by the name that their identity header is issued to. */
export const UPSTREAMS = ['projects', 'data', 'admin-review', 'assistant'] as const
export type UpstreamName = (typeof UPSTREAMS)[number]

/** The access that the gateway requires; services check again for each route. */
export type PrefixAccess = 'public' | 'optional' | 'authenticated' | { anyGroup: readonly Group[] }

/** A public path prefix with its service and access. */
export interface Prefix {
  path: string
  service: UpstreamName | 'gateway'
  access: PrefixAccess
  /** Treat an invalid token as anonymous instead of rejecting it. */
  lenient?: true
}

/** Prefixes that no setting changes. */
const FIXED: readonly Prefix[] = [
  // Only this path: a prefix consists of complete segments.
  { path: '/', service: 'gateway', access: 'optional' },
  { path: '/api/v1', service: 'projects', access: 'authenticated' },
  { path: '/admin/api', service: 'admin-review', access: { anyGroup: ['admin'] } },
  { path: '/review/api', service: 'admin-review', access: { anyGroup: ['reviewer'] } },
  { path: '/changes', service: 'admin-review', access: { anyGroup: ['reviewer'] } },
  { path: '/assistant/api', service: 'assistant', access: 'authenticated' },
  // A scm cookie may open these two instead of a group: the service decides.
  { path: '/assistant/api/teams/historic', service: 'assistant', access: 'optional' },
  { path: '/assistant/api/seats', service: 'assistant', access: 'optional' },
  { path: '/assistant/api/scm/oauth', service: 'assistant', access: 'public' },
  { path: '/assistant/api/auth/status', service: 'assistant', access: 'public' },
  { path: '/user/api', service: 'gateway', access: 'authenticated' },
]

export const LOGOUT_PATH = '/user/api/logout'

/** A prefix under another name: the same routes, with nothing of its own. */
export interface Alias {
  path: string
  standsFor: string
}

/** Paths of existing clients for the routes of the assistant, when the settings allow them. */
export const COMPATIBILITY_ALIASES: readonly Alias[] = [
  { path: '/copilot/api', standsFor: '/assistant/api' },
  { path: '/copilot/api/github/oauth', standsFor: '/assistant/api/scm/oauth' },
]

/**
 * Replaces an alias in a request target by its path; other targets do not change. All decisions use the
 * result.
 */
export function createAliasReader(aliases: readonly Alias[]): (target: string) => string {
  const find = createPrefixFinder(aliases)
  return (target) => {
    const alias = find(pathOf(target))
    return alias ? alias.standsFor + target.slice(alias.path.length) : target
  }
}

/** Whether a path may be opened to everybody by a setting: only the reading routes may. */
export function isPublicPath(path: string): boolean {
  return /^\/api(?:\/[\w-]+)*$/.test(path) && !/^\/api\/v1(?:\/|$)/.test(path)
}

const OPEN_LOGOUT: Prefix = { path: LOGOUT_PATH, service: 'gateway', access: 'public' }

/** The path of contacts, which settings may restrict to signed-in callers. */
const CONTACTS = '/api/csv'

/**
 * Everything that the gateway lets through; a path under none of these does not exist.
 *
 * @param publicPaths paths of the data service that are open to everybody, as its health always is
 * @param openContacts whether contacts are public as well; otherwise their callers are identified when they
 *   have a token
 * @param openLogout whether logout needs no token
 */
export function prefixesWith(
  publicPaths: readonly string[],
  openContacts: boolean,
  openLogout = false,
): readonly Prefix[] {
  const fixed = openLogout ? [...FIXED, OPEN_LOGOUT] : FIXED
  const open = new Set([...publicPaths.filter(isPublicPath), '/api/health'])
  const ofData = [...new Set(['/api', ...open])].map((path): Prefix => {
    return { path, service: 'data', access: open.has(path) ? 'public' : 'authenticated' }
  })
  if (openContacts || createPrefixFinder(ofData)(CONTACTS)?.access !== 'public')
    return [...fixed, ...ofData]
  const others = ofData.filter(({ path }) => path !== CONTACTS)
  return [
    ...fixed,
    ...others,
    { path: CONTACTS, service: 'data', access: 'optional', lenient: true },
  ]
}

/** Finds the most specific prefix of complete path segments; it is case-sensitive. */
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
