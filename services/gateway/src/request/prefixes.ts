import { pathOf } from '@landscape/http/request/request-target'
import { MCP_PATH } from '@landscape/contracts/api-keys'
import type { Group } from '@landscape/contracts/identity'

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

/** Prefixes that do not depend on settings. */
const FIXED: readonly Prefix[] = [
  // Only this path: a prefix consists of complete segments.
  { path: '/', service: 'gateway', access: 'optional' },
  { path: '/api/v1', service: 'projects', access: 'authenticated' },
  { path: '/admin/api', service: 'admin-review', access: { anyGroup: ['admin'] } },
  { path: '/review/api', service: 'admin-review', access: { anyGroup: ['reviewer'] } },
  { path: '/changes', service: 'admin-review', access: { anyGroup: ['reviewer'] } },
  { path: '/assistant/api', service: 'assistant', access: 'authenticated' },
  // For these paths the service also accepts a source-control cookie, and decides by route.
  ...['repositories', 'seats', 'spend', 'teams'].map((subject) => ({
    path: `/assistant/api/${subject}`,
    service: 'assistant' as const,
    access: 'optional' as const,
  })),
  { path: '/usage', service: 'assistant', access: 'optional' },
  { path: '/assistant/api/scm/oauth', service: 'assistant', access: 'public' },
  { path: '/assistant/api/auth/status', service: 'assistant', access: 'public' },
  { path: '/user/api', service: 'gateway', access: 'authenticated' },
]

export const LOGOUT_PATH = '/user/api/logout'

/** Another name of a prefix, with the same routes. */
export interface Alias {
  path: string
  aliasOf: string
}

/** Paths under which existing clients request the assistant's routes; enabled by a setting. */
export const COMPATIBILITY_ALIASES: readonly Alias[] = [
  { path: '/copilot/api', aliasOf: '/assistant/api' },
  { path: '/copilot/api/github/oauth', aliasOf: '/assistant/api/scm/oauth' },
  { path: '/api/github/auth', aliasOf: '/assistant/api/scm/oauth' },
]

/** Clients report only that a server of tools does not exist, and guides write its address with a slash. */
const SLASHED_MCP: Alias = { path: `${MCP_PATH}/`, aliasOf: MCP_PATH }

/**
 * Replaces an alias in a request target; other targets do not change. Everything after it uses the result.
 */
export function createAliasReader(aliases: readonly Alias[]): (target: string) => string {
  const find = createPrefixFinder([SLASHED_MCP, ...aliases])
  return (target) => {
    const alias = find(pathOf(target))
    return alias ? alias.aliasOf + target.slice(alias.path.length) : target
  }
}

/** Whether a setting may make a path public: only the read routes of the data service may be. */
export function isPublicPath(path: string): boolean {
  return /^\/api(?:\/[\w-]+)*$/.test(path) && !/^\/api\/v1(?:\/|$)/.test(path)
}

const OPEN_LOGOUT: Prefix = { path: LOGOUT_PATH, service: 'gateway', access: 'public' }

/** The path of contacts, which settings may restrict to signed-in callers. */
const CONTACTS = '/api/csv'
/** Paths that name private repositories to signed-in callers. */
const JOINED = [
  '/api/technologies',
  '/api/projects',
  '/api/completeness',
  '/api/drift',
  '/api/search',
  '/api/trends',
] as const
/** Paths of the data service, each with the data that it shows and whose access it has. */
const WITH_ACCESS_OF = [
  ['/api/advice', '/api/technologies'] as const,
  [MCP_PATH, '/api'] as const,
  ['/radar', '/api/technologies'] as const,
  ['/editions', '/api/tech-radar'] as const,
  ...JOINED.map((path) => [path.slice('/api'.length), path] as const),
]

/**
 * All prefixes of the gateway; a path under none of these does not exist.
 *
 * @param publicPaths public paths of the data service; its health is always public
 * @param openContacts whether contacts are public; otherwise their callers are identified when they have a
 *   token
 * @param openLogout whether logout needs no token
 */
export function prefixesWith(
  publicPaths: readonly string[],
  openContacts: boolean,
  openLogout = false,
): readonly Prefix[] {
  const open = new Set([...publicPaths.filter(isPublicPath), '/api/health'])
  const ofData = [...new Set(['/api', ...open])].map((path): Prefix => {
    return { path, service: 'data', access: open.has(path) ? 'public' : 'authenticated' }
  })
  const accessOf = (path: string) => createPrefixFinder(ofData)(path)?.access ?? 'authenticated'
  const alike = WITH_ACCESS_OF.map(([path, data]) => identified(path, accessOf(data)))
  const byCaller = [...JOINED, ...(openContacts ? [] : [CONTACTS])].map((path) =>
    identified(path, accessOf(path)),
  )
  const others = ofData.filter(({ path }) => !byCaller.some((one) => one.path === path))
  return [...FIXED, ...alike, ...(openLogout ? [OPEN_LOGOUT] : []), ...byCaller, ...others]
}

/** A path whose response depends on the caller: a public one identifies callers that have a valid token. */
function identified(path: string, access: PrefixAccess): Prefix {
  const prefix = { path, service: 'data' } as const
  return access === 'public'
    ? { ...prefix, access: 'optional', lenient: true }
    : { ...prefix, access }
}

/** Finds the most specific prefix of complete path segments; it is case-sensitive. */
export function createPrefixFinder<T extends { path: string }>(
  prefixes: readonly T[],
): (path: string) => T | undefined {
  const byPath = new Map(prefixes.map((prefix) => [prefix.path, prefix]))
  const depth = Math.max(...prefixes.map(({ path }) => path.split('/').length - 1))
  return (path) => {
    let prefix: T | undefined
    let end = 0
    for (let segments = 0; segments < depth && end < path.length; segments++) {
      const slash = path.indexOf('/', end + 1)
      end = slash === -1 ? path.length : slash
      prefix = byPath.get(path.slice(0, end)) ?? prefix
    }
    return prefix
  }
}
