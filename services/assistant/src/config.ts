import {
  ClientProfile,
  CloudRegion,
  List,
  logGroupOf,
  Port,
  ProcessEnv,
} from '@landscape/runtime/config/fields'
import { HttpUrl } from '@landscape/runtime/config/http-url'
import { parseConfig } from '@landscape/runtime/config/parse-config'
import { StoreEnv } from '@landscape/runtime/open-store'
import { ServiceEnv, serviceSettings } from '@landscape/runtime/process/run-service'
import { z } from 'zod'
import type { AppSettings, HostSettings } from './host/open-host.ts'
import { keyFileFault } from './host/private-key.ts'
import { isReportHost } from './host/report-links.ts'
import type { SignInSettings } from './sign-in/open-sign-in.ts'
import { ownMember } from '@landscape/contracts/json'

/** Hosts from which github.com serves reports; `*` matches part of one label. */
const PUBLIC_REPORT_HOSTS = ['copilot-reports.github.com', 'copilot-reports-*.b01.azurefd.net']

const name = z.string().max(255).optional()

/** Settings of the source-control host. */
const ScmEnv = z.object({
  SCM_ORG: name.meta({ description: 'organisation at the source-control host' }),
  SCM_APP_ID: name.meta({ description: 'ID of the app installed in the organisation' }),
  SECRET_NAME: name.meta({ description: 'secret that holds the private key of the app' }),
  CLOUD_REGION: CloudRegion,
  SCM_PRIVATE_KEY_FILE: z
    .string()
    .max(4096)
    .superRefine((path, context) => {
      const fault = keyFileFault(path)
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
    })
    .optional()
    .meta({ description: 'file with the private key of the app, instead of SECRET_NAME' }),
  SCM_APP_CLIENT_ID: name.meta({ description: 'OAuth client ID of the sign-in' }),
  SCM_APP_CLIENT_SECRET: name.meta({ description: 'OAuth client secret of SCM_APP_CLIENT_ID' }),
  SCM_API_URL: HttpUrl.default('https://api.github.com').meta({
    description: 'API of the source-control host',
  }),
  SCM_WEB_URL: HttpUrl.default('https://github.com').meta({
    description: 'web pages of the source-control host, where users sign in',
  }),
  SCM_REPORT_HOSTS: List.refine(
    (hosts) => hosts.every(isReportHost),
    'must be host names with at least two labels, without * in the last two',
  )
    .default(PUBLIC_REPORT_HOSTS)
    .meta({
      description: 'hosts allowed in signed report links; * matches part of a label',
    }),
})
type ScmSettings = z.output<typeof ScmEnv>

const REPORT_MAX_BYTES = 32 * 1024 * 1024
const USAGE_FRESH_MS = 15 * 60_000

const amount = z.coerce.number().positive().max(1_000_000)

/** Settings of the assistant service. */
export const Env = ServiceEnv.extend(ScmEnv.shape).extend({
  PORT: Port.default(5005).meta({ description: 'port to listen on' }),
  CLIENT_PROFILE: ClientProfile,
  FRONTEND_URL: List.pipe(z.array(HttpUrl))
    .optional()
    .meta({ description: 'addresses of the web client; the sign-in returns to the first' }),
  ASSISTANT_CREDITS_PER_SEAT: amount.optional().meta({
    description: 'monthly credits that each seat includes; the pool is unknown when unset',
  }),
  ASSISTANT_SEAT_PRICE: amount.optional().meta({
    description:
      'monthly price of a seat in US dollars; the cost of idle seats is unknown when unset',
  }),
})

/** Settings of the collector, a process of its own. */
export const CollectorEnv = ProcessEnv.extend(StoreEnv.shape)
  .extend(ScmEnv.shape)
  .extend({
    COLLECT_EVERY_MINUTES: z.coerce.number().int().min(15).max(10_080).optional().meta({
      description: 'interval in minutes at which usage is collected; off when unset',
    }),
  })

const LOCAL_FRONTEND = 'http://localhost:3000'

/**
 * Reads the settings of the service.
 * @throws ConfigError naming every fault
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const settings = parseConfig(Env, env)
  const service = serviceSettings(settings)
  const frontendUrl =
    settings.FRONTEND_URL?.[0] ?? (service.development ? LOCAL_FRONTEND : undefined)
  const scm: HostSettings = {
    app: appSettings(settings),
    missing: missingOfApp(settings),
    freshMs: USAGE_FRESH_MS,
    staleMs: service.staleIfErrorSeconds * 1000,
  }
  const signIn: SignInSettings = {
    ...clientSettings(settings, frontendUrl),
    frontendUrl,
    secrets: service.secrets,
  }
  const existingClients = settings.CLIENT_PROFILE === 'existing'
  const prices = {
    creditsPerSeat: settings.ASSISTANT_CREDITS_PER_SEAT,
    seatPrice: settings.ASSISTANT_SEAT_PRICE,
  }
  return { ...service, existingClients, scm, signIn, prices }
}

/**
 * Reads the settings of the collector.
 * @throws ConfigError naming every fault
 */
export function readCollectorConfig(env: NodeJS.ProcessEnv) {
  const settings = parseConfig(CollectorEnv, env)
  const everyMinutes = settings.COLLECT_EVERY_MINUTES
  return {
    app: appSettings(settings),
    missing: missingOfApp(settings),
    store: settings,
    development: settings.NODE_ENV === 'development',
    logLevel: settings.LOG_LEVEL,
    logGroup: logGroupOf(settings),
    /** Undefined when usage is not collected at an interval. */
    everyMs: everyMinutes === undefined ? undefined : everyMinutes * 60_000,
  }
}

/** Undefined when settings are missing. */
function appSettings(scm: ScmSettings): AppSettings | undefined {
  const { SCM_ORG: org, SCM_APP_ID: appId, SCM_API_URL: apiUrl } = scm
  const key = {
    secretName: scm.SECRET_NAME,
    region: scm.CLOUD_REGION,
    file: scm.SCM_PRIVATE_KEY_FILE,
  }
  if (org === undefined || appId === undefined || (key.secretName ?? key.file) === undefined) {
    return undefined
  }
  return {
    org,
    appId,
    key,
    apiUrl,
    reportHosts: scm.SCM_REPORT_HOSTS,
    reportMaxBytes: REPORT_MAX_BYTES,
  }
}

/** Settings that requests to the host lack. */
function missingOfApp(scm: ScmSettings): string[] {
  return unset({
    SCM_ORG: scm.SCM_ORG,
    SCM_APP_ID: scm.SCM_APP_ID,
    'SECRET_NAME or SCM_PRIVATE_KEY_FILE': scm.SECRET_NAME ?? scm.SCM_PRIVATE_KEY_FILE,
  })
}

/** The OAuth client at the host, and the settings that it lacks. */
function clientSettings(
  scm: ScmSettings,
  frontendUrl: string | undefined,
): Pick<SignInSettings, 'client' | 'missing'> {
  const { SCM_APP_CLIENT_ID: clientId, SCM_APP_CLIENT_SECRET: clientSecret } = scm
  const missing = unset({
    SCM_APP_CLIENT_ID: clientId,
    SCM_APP_CLIENT_SECRET: clientSecret,
    FRONTEND_URL: frontendUrl,
  })
  if (clientId === undefined || clientSecret === undefined || frontendUrl === undefined) {
    return { client: undefined, missing }
  }
  return { client: { webUrl: scm.SCM_WEB_URL, clientId, clientSecret }, missing }
}

function unset(values: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(values).filter((name) => ownMember(values, name) === undefined)
}
