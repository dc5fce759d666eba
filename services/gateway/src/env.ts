import { settingOf } from '@landscape/runtime/config/aliases'
import {
  ClientProfile,
  ContactsShownTo,
  List,
  Port,
  Secret,
  ServerEnv,
} from '@landscape/runtime/config/fields'
import { HttpUrl } from '@landscape/runtime/config/http-url'
import type { ConfigProblem } from '@landscape/runtime/config/parse-config'
import { z } from 'zod'
import { IdentityEnv, identityProblems, PoolEnv, ProviderEnv } from './authenticate/identity-env.ts'
import { isPublicPath } from './request/prefixes.ts'

const service = (port: number, name: string) =>
  HttpUrl.default(`http://127.0.0.1:${port}`).meta({
    description: `address of the ${name} service`,
  })

/** Never guessed: too low, and all callers share one limit; too high, and callers can forge addresses. */
const TrustedProxies = z.coerce.number().int().min(0).max(10).meta({
  description: 'number of proxies in front of the gateway: 1 for LB_ARN alone, 0 for none',
})

/** Settings of the gateway in development mode; those of the identity provider may be missing. */
export const DevelopmentEnv = ServerEnv.extend({
  PORT: Port.default(5001).meta({ description: 'port to listen on' }),
  PROJECTS_URL: service(5002, 'projects'),
  DATA_URL: service(5003, 'data'),
  ADMIN_REVIEW_URL: service(5004, 'admin and review'),
  ASSISTANT_URL: service(5005, 'assistant'),
  UPSTREAM_TIMEOUT_SECONDS: z.coerce.number().positive().max(600).default(30).meta({
    description:
      'seconds without a response after which the gateway cancels a request to a service',
  }),
  UPSTREAM_RESTART_SECONDS: z.coerce
    .number()
    .min(0)
    .max(60)
    .default(8)
    .meta({ description: 'seconds for which requests wait for a service that is restarting' }),
  TRUSTED_PROXIES: TrustedProxies.default(0),
  PUBLIC_PREFIXES: List.refine(
    (paths) => paths.every((path) => path === 'none' || isPublicPath(path)),
    'may name /api and paths under it, but nothing under /api/v1, or "none"',
  )
    .default(['/api'])
    .meta({ description: 'path prefixes that need no identity' }),
  CONTACTS_SHOWN_TO: ContactsShownTo,
  CLIENT_PROFILE: ClientProfile,
  COMPATIBILITY_ALIASES: z.stringbool().default(false).meta({
    description: 'also serve the paths under which existing clients know the assistant routes',
  }),
  ...IdentityEnv.shape,
  SIGN_OUT_URL: HttpUrl.optional().meta({ description: 'where users are sent after logging out' }),
  FRONTEND_URL: List.pipe(z.array(HttpUrl)).optional().meta({
    description: 'addresses of the web client',
  }),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).max(1_000_000).optional().meta({
    description: 'requests a minute for each caller and each API key; 0 = no limit',
  }),
  CONCURRENT_REQUESTS_PER_CALLER: z.coerce.number().int().min(0).max(10_000).optional().meta({
    description: 'concurrent requests for each caller at one gateway; 0 = no limit',
  }),
  CONNECTIONS: z.coerce.number().int().min(0).max(1_000_000).optional().meta({
    description: 'open connections of all clients; 0 = no limit',
  }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.05).meta({
    description: 'share of requests whose traces are recorded, from 0 to 1',
  }),
  FORWARD_AUTH_SECRET: Secret.optional().meta({
    description: 'secret of a proxy that forwards requests itself, for decisions at /auth',
  }),
  REDIS_URL: z
    .string()
    .max(2048)
    .refine(
      (url) => /^rediss?:\/\/[^/]/.test(url) && URL.canParse(url),
      'must be an address such as redis://host:6379',
    )
    .optional()
    .meta({ description: 'Redis in which replicas share their counts' }),
})

const Required = DevelopmentEnv.extend({ TRUSTED_PROXIES: TrustedProxies })

/** Settings of the gateway whose callers have tokens of a user pool. */
export const PoolProductionEnv = Required.extend(PoolEnv.shape)

/** Settings of the gateway whose callers have tokens of an OpenID Connect provider. */
export const ProviderProductionEnv = Required.extend(ProviderEnv.shape)

/** Unsafe combinations of settings; they are read unparsed, so that no fault hides another. */
export function crossProblems(
  variables: Readonly<Record<string, string | undefined>>,
): ConfigProblem[] {
  const get = (name: string) => settingOf(variables, name)
  const problems = identityProblems(get)
  const open =
    get('PUBLIC_PREFIXES')
      ?.split(',')
      .map((path) => path.trim()) ?? []
  if (open.includes('none') && open.some((path) => path !== 'none' && path !== '')) {
    problems.push({ name: 'PUBLIC_PREFIXES', problem: 'combines "none" with other paths' })
  }
  const secret = get('INTERNAL_TOKEN_SECRET')
  if (secret !== undefined && secret === get('INTERNAL_TOKEN_SECRET_PREVIOUS')) {
    problems.push({
      name: 'INTERNAL_TOKEN_SECRET_PREVIOUS',
      problem: 'is the same as INTERNAL_TOKEN_SECRET',
    })
  }
  problems.push(...forwardAuthProblems(get))
  return problems
}

/** A proxy that knew the secret of identities could sign any identity; its clients must be distinguished. */
function forwardAuthProblems(get: (name: string) => string | undefined): ConfigProblem[] {
  const name = 'FORWARD_AUTH_SECRET'
  const secret = get(name)
  if (secret === undefined) return []
  const others = ['INTERNAL_TOKEN_SECRET', 'INTERNAL_TOKEN_SECRET_PREVIOUS']
  return [
    ...others
      .filter((other) => get(other) === secret)
      .map((other) => ({ name, problem: `is the same as ${other}` })),
    ...(Number(get('TRUSTED_PROXIES') ?? 0) === 0
      ? [{ name, problem: 'requires TRUSTED_PROXIES of at least 1: the proxy is one of them' }]
      : []),
  ]
}
