import { SCM_COOKIES } from '@landscape/contracts/identity'
import type { Credential, Route } from '@landscape/http/route/route'

const token = (accepted: string) =>
  ({
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      `ID token of the identity provider: ${accepted}. A load balancer that authenticates users ` +
      'replaces it with its own headers. Programs send an API key (`lsk_…`) ' +
      'whose scope permits the request. Development mode needs no token.',
  }) as const

/** The security scheme of each credential. */
export const SECURITY_SCHEMES = {
  signedIn: token('any valid token'),
  reviewer: token('a token of a member of the group reviewer'),
  admin: token('a token of a member of the group admin; admins have all rights of reviewers'),
  sourceControl: {
    type: 'apiKey',
    in: 'cookie',
    name: SCM_COOKIES.token,
    description:
      'Encrypted session of the source-control host, set by `finishSignIn`, or a plain token of that host. ' +
      `Older clients send it as \`${SCM_COOKIES.tokenAlias}\`.`,
  },
} as const satisfies Record<Credential, object>

/** Credentials that satisfy each credential: admins have all rights of reviewers. */
const SATISFIED_BY: Readonly<Record<Credential, readonly Credential[]>> = {
  signedIn: ['signedIn', 'reviewer', 'admin'],
  reviewer: ['reviewer', 'admin'],
  admin: ['admin'],
  sourceControl: ['sourceControl'],
}

/** The security requirements of a route; empty when it is public. */
export function securityOf({ access, credentials }: Pick<Route, 'access' | 'credentials'>) {
  return requirementsOf(credentials ?? alternativesOf(access))
}

function alternativesOf(access: Route['access']): readonly (readonly Credential[])[] {
  if (access === 'public') return []
  if (access === 'optional') return [[], ['signedIn']]
  return access === 'authenticated' ? [['signedIn']] : access.anyGroup.map((group) => [group])
}

/** Expands each alternative into all combinations that satisfy it, without duplicates. */
function requirementsOf(
  alternatives: readonly (readonly Credential[])[],
): Record<string, string[]>[] {
  const all = alternatives.flatMap((credentials) =>
    credentials.reduce<Credential[][]>(
      (found, one) => found.flatMap((some) => SATISFIED_BY[one].map((by) => [...some, by])),
      [[]],
    ),
  )
  const unique = new Map(all.map((schemes) => [schemes.toSorted().join(), schemes]))
  return [...unique.values()].map((schemes) => Object.fromEntries(schemes.map((one) => [one, []])))
}
