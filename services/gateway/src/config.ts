import {
  ConfigError,
  hostOf,
  HttpUrl,
  List,
  parseConfig,
  Port,
  ProcessEnv,
} from '@landscape/config'
import { z } from 'zod'
import type { UpstreamName } from './prefixes.ts'

const service = (port: number, name: string) =>
  HttpUrl.default(`http://127.0.0.1:${port}`).meta({
    description: `address of the ${name} service`,
  })

export const Env = ProcessEnv.extend({
  PORT: Port.default(5001).meta({ description: 'port to listen on' }),
  PROJECTS_URL: service(5002, 'projects'),
  DATA_URL: service(5003, 'data'),
  ADMIN_REVIEW_URL: service(5004, 'admin and review'),
  ASSISTANT_URL: service(5005, 'assistant'),
  INTERNAL_TOKEN_SECRET: z
    .string()
    .min(32)
    .max(1024)
    .meta({ description: 'signs the identity that services believe' }),
  TRUSTED_PROXIES: z.coerce
    .number()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .meta({ description: 'number of proxies in front of the gateway' }),
  DEV_USER_EMAIL: z
    .email()
    .default('dev@acme-coast.example')
    .meta({ description: 'developer user in development mode' }),
  DEV_USER_GROUPS: List.optional().meta({
    description: 'groups of the developer user in development mode',
  }),
  FRONTEND_URL: List.pipe(z.array(HttpUrl))
    .optional()
    .meta({ description: 'addresses of the web client' }),
  IDP_USER_POOL_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+$/)
    .optional()
    .meta({ description: 'domain of the user pool, for logging out' }),
  IDP_USER_POOL_CLIENT_ID: z.string().max(256).optional(),
  CLOUD_REGION: z.string().max(64).optional(),
  SIGN_OUT_URL: HttpUrl.optional().meta({
    description: 'where the provider sends people after logout',
  }),
})

/**
 * Settings of the gateway.
 * @throws ConfigError naming everything that is missing or wrong
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>) {
  const env = parseConfig(Env, variables)
  const development = env.NODE_ENV === 'development'
  if (!development) {
    throw new ConfigError([
      { name: 'NODE_ENV', problem: 'only development mode works yet: set it to "development"' },
    ])
  }
  return {
    host: hostOf(env),
    port: env.PORT,
    logLevel: env.LOG_LEVEL,
    development,
    upstreams: {
      projects: env.PROJECTS_URL,
      data: env.DATA_URL,
      'admin-review': env.ADMIN_REVIEW_URL,
      assistant: env.ASSISTANT_URL,
    } satisfies Record<UpstreamName, string>,
    internalSecret: env.INTERNAL_TOKEN_SECRET,
    trustedProxies: env.TRUSTED_PROXIES,
    developer: {
      email: env.DEV_USER_EMAIL,
      groups: env.DEV_USER_GROUPS?.length ? env.DEV_USER_GROUPS : ['admin', 'reviewer'],
    },
    logout: {
      poolDomain: env.IDP_USER_POOL_DOMAIN,
      region: env.CLOUD_REGION,
      clientId: env.IDP_USER_POOL_CLIENT_ID,
      signOutUrl: env.SIGN_OUT_URL,
      frontendUrls: env.FRONTEND_URL ?? ['http://localhost:3000', 'http://127.0.0.1:3000'],
    },
  }
}
