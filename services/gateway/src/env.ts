import {
  ClientProfile,
  ContactsShownTo,
  HttpUrl,
  List,
  Port,
  ServerEnv,
  settingOf,
  type ConfigProblem,
} from '@landscape/runtime'
import { isLoopback } from '@landscape/http'
import { z } from 'zod'
import { isEncryptedOrLocal } from './auth/discovery.ts'
import { isPublicPath } from './proxy/prefixes.ts'

const service = (port: number, name: string) =>
  HttpUrl.default(`http://127.0.0.1:${port}`).meta({
    description: `address of the ${name} service`,
  })

/** Keys fetched without encryption can be forged; plain http is for local emulators only. */
const KeyAddress = HttpUrl.refine(
  isEncryptedOrLocal,
  'must be https (plain http only on this machine or in a container network)',
)

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
  DEV_USER_EMAIL: z.email().default('dev@acme-coast.example').meta({
    description: 'developer user in development mode',
  }),
  DEV_USER_GROUPS: List.optional().meta({
    description: 'groups of the developer user in development mode',
  }),
  IDP_USER_POOL_ID: z
    .string()
    .refine(
      (id) => /^(?:eusc-[a-z]{2}|[a-z]{2})-(?:gov-)?[a-z]+-\d_[A-Za-z0-9]+$/.test(id),
      'must be the id of a user pool, such as eu-west-2_AbC123',
    )
    .optional()
    .meta({ description: 'user pool whose tokens are accepted' }),
  IDP_USER_POOL_CLIENT_ID: z.string().max(256).optional().meta({
    description: 'client that tokens are issued to',
  }),
  LB_ARN: z
    .string()
    .refine(
      (arn) =>
        /^arn:(?:aws|aws-cn|aws-us-gov):elasticloadbalancing:[a-z]{2}-(?:gov-)?[a-z]+-\d:\d{12}:loadbalancer\/app\/[A-Za-z\d-]{1,32}\/[\da-f]{1,32}$/.test(
          arn,
        ),
      'must be the ARN of an application load balancer: arn:aws:elasticloadbalancing:<region>:<account>:loadbalancer/app/<name>/<id>',
    )
    .optional()
    .meta({ description: 'load balancer whose identity header is accepted' }),
  IDP_JWKS_URI: KeyAddress.optional().meta({ description: "provider's key set" }),
  LB_PUBLIC_KEYS_URI: KeyAddress.optional().meta({ description: "load balancer's keys" }),
  IDP_USER_POOL_DOMAIN: z
    .string()
    .refine(
      (domain) => /^[a-z0-9.-]+$/.test(domain),
      'must be a domain: lower-case letters, digits, dots and hyphens',
    )
    .optional()
    .meta({ description: 'domain of the user pool, for logging out' }),
  SIGN_OUT_URL: HttpUrl.optional().meta({ description: 'where users are sent after logging out' }),
  FRONTEND_URL: List.pipe(z.array(HttpUrl)).optional().meta({
    description: 'addresses of the web client',
  }),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).max(1_000_000).optional().meta({
    description: 'requests a minute for each caller; 0 = no limit',
  }),
  CONCURRENT_REQUESTS_PER_CALLER: z.coerce.number().int().min(0).max(10_000).optional().meta({
    description: 'concurrent requests for each caller at one gateway; 0 = no limit',
  }),
  CONNECTIONS: z.coerce.number().int().min(0).max(1_000_000).optional().meta({
    description: 'open connections of all clients; 0 = no limit',
  }),
  SHARED_READS_MB: z.coerce.number().min(0).max(1_024).default(32).meta({
    description: 'megabytes of public responses that the gateway caches for all callers; 0 = none',
  }),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.05).meta({
    description: 'share of requests whose traces are recorded, from 0 to 1',
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

const { IDP_USER_POOL_ID, IDP_USER_POOL_CLIENT_ID, LB_ARN } = DevelopmentEnv.shape

/** Settings of the gateway in production. */
export const ProductionEnv = DevelopmentEnv.extend({
  IDP_USER_POOL_ID: IDP_USER_POOL_ID.unwrap().meta({
    description: 'user pool whose tokens are accepted',
  }),
  IDP_USER_POOL_CLIENT_ID: IDP_USER_POOL_CLIENT_ID.unwrap().meta({
    description: 'client that tokens are issued to',
  }),
  LB_ARN: LB_ARN.unwrap().meta({ description: 'load balancer whose identity header is accepted' }),
  TRUSTED_PROXIES: TrustedProxies,
})

/** Unsafe combinations of settings; they are read unparsed, so that no fault hides another. */
export function crossProblems(
  variables: Readonly<Record<string, string | undefined>>,
): ConfigProblem[] {
  const get = (name: string) => settingOf(variables, name)
  const development = get('NODE_ENV') === 'development'
  const onThisMachine = isLoopback(get('HOST') ?? (development ? '127.0.0.1' : '0.0.0.0'))
  const pool = get('IDP_USER_POOL_ID')
  const region = pool?.split('_', 1)[0]
  const problems: ConfigProblem[] = []
  if (development && pool !== undefined && !onThisMachine) {
    problems.push({
      name: 'NODE_ENV',
      problem:
        'development mode checks no tokens: it must not be combined with a user pool and a HOST that other machines can reach',
    })
  }
  if (isLocalPool(pool) && !onThisMachine) {
    problems.push({
      name: 'IDP_USER_POOL_ID',
      problem: 'belongs to the local identity provider, which needs HOST=127.0.0.1',
    })
  }
  const cloudRegion = get('CLOUD_REGION')
  if (cloudRegion !== undefined && region !== undefined && cloudRegion !== region) {
    problems.push({ name: 'CLOUD_REGION', problem: 'is not the region of IDP_USER_POOL_ID' })
  }
  const balancerRegion = get('LB_ARN')?.split(':')[3]
  if (balancerRegion !== undefined && region !== undefined && balancerRegion !== region) {
    problems.push({ name: 'LB_ARN', problem: 'is not in the region of IDP_USER_POOL_ID' })
  }
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
  return problems
}

/** Whether a user pool is that of the local identity provider, whose keys are public. */
export function isLocalPool(userPoolId: string | undefined): boolean {
  return userPoolId?.startsWith('xx-local-1_') ?? false
}
