import { SCM_COOKIES } from '@landscape/contracts'
import type { Credential, Route } from '../route/route.ts'

const token = (whose: string) =>
  ({
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      `ID token of the identity provider: ${whose}. Behind a load balancer that signs people in, ` +
      'the headers that it adds replace it; in development none is needed.',
  }) as const

/** One for each credential. */
export const SECURITY_SCHEMES = {
  signedIn: token('any valid token'),
  reviewer: token('a token of a member of the group reviewer'),
  admin: token('a token of a member of the group admin, who may do all that reviewers may'),
  sourceControl: {
    type: 'apiKey',
    in: 'cookie',
    name: SCM_COOKIES.token,
    description:
      'Session of the source-control host, sealed, as `finishSignIn` sets it, or a plain token of that host; ' +
      `older clients call the cookie \`${SCM_COOKIES.tokenAlias}\`.`,
  },
} as const satisfies Record<Credential, object>

/** What says a credential: a member of a group is signed in, and admins may do what reviewers may. */
const SHOWN_BY: Readonly<Record<Credential, readonly Credential[]>> = {
  signedIn: ['signedIn', 'reviewer', 'admin'],
  reviewer: ['reviewer', 'admin'],
  admin: ['admin'],
  sourceControl: ['sourceControl'],
}

/** What an operation says of who may ask it, in OpenAPI's words: any of these opens it, all that it names together. */
export type Security = readonly Readonly<Record<string, readonly string[]>>[]

/** What has to be shown to a route; nothing where it is open to everybody and looks at nobody. */
export function securityOf({ access, credentials }: Pick<Route, 'access' | 'credentials'>) {
  return securityBy(credentials ?? waysBy(access))
}

/** What has to be shown where nobody may come without a token, whatever the route says. */
export function securityWithToken(security: Security = []): Security {
  const ways = security.length === 0 ? [{}] : security
  return securityBy(
    ways.map((way) => {
      const shown = Object.keys(way) as Credential[]
      return shown.some((one) => SHOWN_BY.signedIn.includes(one)) ? shown : ['signedIn', ...shown]
    }),
  )
}

function waysBy(access: Route['access']): readonly (readonly Credential[])[] {
  if (access === 'public') return []
  if (access === 'optional') return [[], ['signedIn']]
  return access === 'authenticated' ? [['signedIn']] : access.anyGroup.map((group) => [group])
}

function securityBy(ways: readonly (readonly Credential[])[]): Record<string, string[]>[] {
  const all = ways.flatMap((way) =>
    way.reduce<Credential[][]>(
      (shown, one) => shown.flatMap((before) => SHOWN_BY[one].map((by) => [...before, by])),
      [[]],
    ),
  )
  const once = new Map(all.map((way) => [way.toSorted().join(), way]))
  return [...once.values()].map((way) => Object.fromEntries(way.map((one) => [one, []])))
}
