import { ConfigError, HttpUrl, List, parseConfig, Port, ProcessEnv } from '@landscape/config'
import { StoreEnv } from '@landscape/object-store'
import { ServiceEnv, serviceSettings } from '@landscape/service'
import { z } from 'zod'
import { isReportHost } from './github/report-links.ts'
import { keyFileFault } from './private-key.ts'

/**
 * Hosts from which the public source-control host serves reports. A star stands for part of one
 * label.
 */
const PUBLIC_REPORT_HOSTS = ['copilot-reports.github.com', 'copilot-reports-*.b01.azurefd.net']

const name = z.string().max(255).optional()

/** Settings of the source-control host. */
const ScmEnv = z.object({
  SCM_ORG: name.meta({ description: 'organisation at the source-control host' }),
  SCM_APP_ID: name.meta({ description: 'id of the app installed in the organisation' }),
  SECRET_NAME: name.meta({ description: 'secret that holds the private key of the app' }),
  CLOUD_REGION: name.meta({ description: 'region of the secrets manager' }),
  SCM_PRIVATE_KEY_FILE: z
    .string()
    .max(4096)
    .superRefine((path, context) => {
      const fault = keyFileFault(path)
      if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
    })
    .optional()
    .meta({ description: 'file with the private key of the app, instead of SECRET_NAME' }),
  SCM_APP_CLIENT_ID: name.meta({ description: 'client id under which users sign in' }),
  SCM_APP_CLIENT_SECRET: name.meta({ description: 'client secret for SCM_APP_CLIENT_ID' }),
  SCM_API_URL: HttpUrl.default('https://api.github.com').meta({
    description: 'programming interface of the source-control host',
  }),
  SCM_WEB_URL: HttpUrl.default('https://github.com').meta({
    description: 'web pages of the source-control host, where users sign in',
  }),
  SCM_ASSISTANT_API_URL: HttpUrl.optional().meta({
    description: 'interface with seats and reports; SCM_API_URL when unset',
  }),
  SCM_API_VERSION: z
    .string()
    .refine((date) => /^\d{4}-\d{2}-\d{2}$/.test(date), 'must be a date such as 2022-11-28')
    .default('2022-11-28')
    .meta({ description: 'version of the interface, a date' }),
  SCM_REPORT_HOSTS: List.refine(
    (hosts) => hosts.every(isReportHost),
    'must be names with at least two labels, the last two without a star',
  )
    .default(PUBLIC_REPORT_HOSTS)
    .meta({
      description: 'hosts that signed report links may point to; * = part of a label',
    }),
  SCM_REPORT_MAX_MB: z.coerce
    .number()
    .positive()
    .max(512)
    .default(32)
    .meta({ description: 'largest report file in megabytes' }),
  SCM_OAUTH_PKCE: z
    .stringbool()
    .default(true)
    .meta({ description: 'PKCE at sign-in; false for hosts that do not support it' }),
  SCM_CACHE_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(900)
    .meta({ description: 'how long an answer about usage counts as current' }),
  COLLECT_DAYS: z.coerce
    .number()
    .int()
    .min(4)
    .max(365)
    .default(28)
    .meta({ description: 'how many days back the collector fills gaps in the stored usage' }),
})
type ScmSettings = z.output<typeof ScmEnv>

/** Settings of the assistant service. */
export const Env = ServiceEnv.extend(ScmEnv.shape).extend({
  PORT: Port.default(5005).meta({ description: 'port to listen on' }),
  FRONTEND_URL: List.pipe(z.array(HttpUrl))
    .optional()
    .meta({ description: 'addresses of the web client; users return to the first' }),
  COLLECT_EVERY_MINUTES: z.coerce
    .number()
    .int()
    .min(15)
    .max(10_080)
    .optional()
    .meta({ description: 'how often the service collects usage itself; never when unset' }),
})

/** Settings of the collector when it is run by hand. */
const CollectorEnv = ProcessEnv.extend(StoreEnv.shape).extend(ScmEnv.shape)

const LOCAL_FRONTEND = 'http://localhost:3000'

export function readConfig(env: NodeJS.ProcessEnv) {
  const settings = parseConfig(Env, env)
  const service = serviceSettings(settings)
  const frontendUrl =
    settings.FRONTEND_URL?.[0] ?? (service.development ? LOCAL_FRONTEND : undefined)
  return {
    ...service,
    frontendUrl,
    /** Absent while something is missing. */
    github: github(settings),
    key: keyOf(settings),
    usageFreshMs: settings.SCM_CACHE_SECONDS * 1000,
    signIn: signIn(settings, frontendUrl),
    pkce: settings.SCM_OAUTH_PKCE,
    collect: collectSettings(settings),
    /** Undefined: not at all. */
    collectEveryMs:
      settings.COLLECT_EVERY_MINUTES === undefined
        ? undefined
        : settings.COLLECT_EVERY_MINUTES * 60_000,
    missing: missingSettings(settings, frontendUrl),
  }
}

/**
 * What the collector needs.
 * @throws ConfigError naming everything that is missing
 */
export function readCollectorConfig(env: NodeJS.ProcessEnv) {
  const settings = parseConfig(CollectorEnv, env)
  const reports = github(settings)
  if (!reports) {
    const { names } = missingSettings(settings, undefined).source
    throw new ConfigError(names.map((name) => ({ name, problem: 'is not set' })))
  }
  return {
    github: reports,
    key: keyOf(settings),
    store: settings,
    development: settings.NODE_ENV === 'development',
    logLevel: settings.LOG_LEVEL,
    ...collectSettings(settings),
  }
}

function collectSettings({ COLLECT_DAYS: windowDays }: ScmSettings) {
  return { windowDays }
}

function keyOf({ SECRET_NAME, CLOUD_REGION, SCM_PRIVATE_KEY_FILE }: ScmSettings) {
  return { secretName: SECRET_NAME, region: CLOUD_REGION, file: SCM_PRIVATE_KEY_FILE }
}

function github(scm: ScmSettings) {
  const { SCM_ORG: org, SCM_APP_ID: appId, SCM_API_URL: apiUrl } = scm
  const hasKey = (scm.SECRET_NAME ?? scm.SCM_PRIVATE_KEY_FILE) !== undefined
  if (org === undefined || appId === undefined || !hasKey) return undefined
  return {
    org,
    appId,
    apiUrl,
    assistantApiUrl: scm.SCM_ASSISTANT_API_URL ?? apiUrl,
    apiVersion: scm.SCM_API_VERSION,
    reportHosts: scm.SCM_REPORT_HOSTS,
    reportMaxBytes: scm.SCM_REPORT_MAX_MB * 1024 * 1024,
  }
}

function signIn(scm: ScmSettings, frontendUrl: string | undefined) {
  const { SCM_APP_CLIENT_ID: clientId, SCM_APP_CLIENT_SECRET: clientSecret } = scm
  if (clientId === undefined || clientSecret === undefined || frontendUrl === undefined) {
    return undefined
  }
  return { webUrl: scm.SCM_WEB_URL, clientId, clientSecret }
}

/** What has to be set before the host can be asked, and before users can sign in. */
function missingSettings(scm: ScmSettings, frontendUrl: string | undefined) {
  const key = scm.SECRET_NAME ?? scm.SCM_PRIVATE_KEY_FILE
  return {
    source: {
      what: 'the source-control host',
      names: unset({
        SCM_ORG: scm.SCM_ORG,
        SCM_APP_ID: scm.SCM_APP_ID,
        'SECRET_NAME or SCM_PRIVATE_KEY_FILE': key,
      }),
    },
    signIn: {
      what: 'the sign-in',
      names: unset({
        SCM_APP_CLIENT_ID: scm.SCM_APP_CLIENT_ID,
        SCM_APP_CLIENT_SECRET: scm.SCM_APP_CLIENT_SECRET,
        FRONTEND_URL: frontendUrl,
      }),
    },
  }
}

function unset(values: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(values).filter((name) => values[name] === undefined)
}
