import { isLoopback } from '@landscape/http/request/own-host'
import { List } from '@landscape/runtime/config/fields'
import { HttpUrl } from '@landscape/runtime/config/http-url'
import type { ConfigProblem } from '@landscape/runtime/config/parse-config'
import { z } from 'zod'
import { isEncryptedOrLocal } from './discovery.ts'

/** The ARN of an application load balancer: partition, region, account, name and id. */
const LOAD_BALANCER = new RegExp(
  [
    /^arn:(?:aws|aws-cn|aws-us-gov):elasticloadbalancing/,
    /[a-z]{2}-(?:gov-)?[a-z]+-\d/,
    /\d{12}/,
    /loadbalancer\/app\/[A-Za-z\d-]{1,32}\/[\da-f]{1,32}$/,
  ]
    .map(({ source }) => source)
    .join(':'),
)

const ENCRYPTED = 'must be https (plain http only on this machine or in a container network)'

/** Keys fetched without encryption can be forged; plain http is for local emulators only. */
const KeyAddress = HttpUrl.refine(isEncryptedOrLocal, ENCRYPTED)

const ClientId = z.string().max(512)
const ClaimName = z.string().max(255)
const GroupName = z.string().max(255)

/** Headers that the gateway sets or reads for another purpose. */
const OTHER_HEADER =
  /^x-(?:forwarded-(?:for|proto|host|uri|method)|request-id|(?:amzn-oidc|landscape|original)-.*)$/i
const TokenHeader = z
  .string()
  .max(100)
  .refine(
    (name) => /^x-[a-z0-9-]+$/i.test(name) && !OTHER_HEADER.test(name),
    'must be a header that begins with X- and has no other use, such as X-Forwarded-Access-Token',
  )
  .transform((name) => name.toLowerCase())

/** Settings are trimmed, so that a space has a name. */
const Separator = z
  .string()
  .refine(
    (text) => /^(?:[!-/:-@[-`{-~]|space)$/.test(text),
    'must be one punctuation mark, such as a comma, or the word space',
  )
  .transform((text) => (text === 'space' ? ' ' : text))

/** Settings of the identity of callers; all are optional in development mode. */
export const IdentityEnv = z.object({
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
      (arn) => LOAD_BALANCER.test(arn),
      'must be the ARN of an application load balancer: ' +
        'arn:aws:elasticloadbalancing:<region>:<account>:loadbalancer/app/<name>/<id>',
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
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .refine(isEncryptedOrLocal, ENCRYPTED)
    .refine((url) => !/[?#]/.test(url), 'must have no query and no fragment')
    .refine((url) => !/^https?:\/\/[^/]*@/i.test(url), 'must have no user name and no password')
    .optional()
    .meta({ description: 'issuer of the OpenID Connect provider, exactly as in its tokens' }),
  OIDC_AUDIENCE: ClientId.optional().meta({
    description: 'client of the provider that tokens are issued to',
  }),
  OIDC_GROUPS_CLAIM: ClaimName.default('groups').meta({
    description: 'claim with the groups of a caller; dots separate nested names',
  }),
  OIDC_GROUPS_SEPARATOR: Separator.optional().meta({
    description: 'punctuation mark that separates groups in a string, or "space"; none = one group',
  }),
  OIDC_GROUP_ADMIN: GroupName.default('admin').meta({
    description: 'name of the group admin at the provider',
  }),
  OIDC_GROUP_REVIEWER: GroupName.default('reviewer').meta({
    description: 'name of the group reviewer at the provider',
  }),
  OIDC_EMAIL_CLAIM: ClaimName.default('email').meta({
    description: 'claim with the e-mail address of a caller',
  }),
  OIDC_TOKEN_HEADER: TokenHeader.optional().meta({
    description: 'header in which a proxy passes the token of a caller, next to Authorization',
  }),
})

const { IDP_USER_POOL_ID, IDP_USER_POOL_CLIENT_ID, LB_ARN, OIDC_ISSUER, OIDC_AUDIENCE } =
  IdentityEnv.shape

/** Settings that a user pool and its load balancer require. */
export const PoolEnv = z.object({
  IDP_USER_POOL_ID: IDP_USER_POOL_ID.unwrap().meta({
    description: 'user pool whose tokens are accepted; or OIDC_ISSUER for another provider',
  }),
  IDP_USER_POOL_CLIENT_ID: IDP_USER_POOL_CLIENT_ID.unwrap().meta({
    description: 'client that tokens are issued to',
  }),
  LB_ARN: LB_ARN.unwrap().meta({ description: 'load balancer whose identity header is accepted' }),
})

/** Settings that an OpenID Connect provider requires. */
export const ProviderEnv = z.object({
  OIDC_ISSUER: OIDC_ISSUER.unwrap().meta({
    description: 'issuer of the OpenID Connect provider, exactly as in its tokens',
  }),
  OIDC_AUDIENCE: OIDC_AUDIENCE.unwrap().meta({
    description: 'client of the provider that tokens are issued to',
  }),
})

type Get = (name: string) => string | undefined

/** Whether callers have tokens of an OpenID Connect provider: one of its settings is present. */
export function hasProvider(get: Get): boolean {
  return namesSet('OIDC_', get).length > 0
}

/** Unsafe combinations of the settings of identity. */
export function identityProblems(get: Get): ConfigProblem[] {
  const development = get('NODE_ENV') === 'development'
  const host = get('HOST')
  const onThisMachine = host === undefined ? development : isLoopback(host)
  const pool = get('IDP_USER_POOL_ID')
  const region = pool?.split('_', 1)[0]
  const problems: ConfigProblem[] = []
  const poolSettings = [...namesSet('IDP_', get), ...namesSet('LB_', get)]
  if (hasProvider(get) && poolSettings.length > 0) {
    const problem = `callers have tokens of one provider: unset ${poolSettings.join(', ')}`
    problems.push({ name: 'OIDC_ISSUER', problem })
  }
  if (hasProvider(get) && hasEqualGroups(get)) {
    problems.push({
      name: 'OIDC_GROUP_ADMIN',
      problem: 'is the same group as OIDC_GROUP_REVIEWER: every reviewer would be an administrator',
    })
  }
  if (development && (pool !== undefined || hasProvider(get)) && !onThisMachine) {
    problems.push({
      name: 'NODE_ENV',
      problem:
        'development mode checks no tokens: it must not be combined with an identity provider ' +
        'and a HOST that other machines can reach',
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
  return problems
}

/** Whether both groups have one name, defaults included; case does not matter in tokens. */
function hasEqualGroups(get: Get): boolean {
  const nameOf = (group: 'admin' | 'reviewer') =>
    (get(`OIDC_GROUP_${group.toUpperCase()}`) ?? group).toLowerCase()
  return nameOf('admin') === nameOf('reviewer')
}

function namesSet(prefix: string, get: Get): string[] {
  return Object.keys(IdentityEnv.shape).filter(
    (name) => name.startsWith(prefix) && get(name) !== undefined,
  )
}

/** Whether a user pool is that of the local identity provider, whose keys are public. */
export function isLocalPool(userPoolId: string | undefined): boolean {
  return userPoolId?.startsWith('xx-local-1_') ?? false
}
