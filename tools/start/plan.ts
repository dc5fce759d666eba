import { HttpUrl } from '@landscape/runtime/config/http-url'
import { ConfigError, parseConfig } from '@landscape/runtime/config/parse-config'
import { z } from 'zod'

export const SERVICE_NAMES = ['gateway', 'projects', 'data', 'admin-review', 'assistant'] as const
export type ServiceName = (typeof SERVICE_NAMES)[number]

/** The setting with the address of each service. */
const URL_SETTING = {
  projects: 'PROJECTS_URL',
  data: 'DATA_URL',
  'admin-review': 'ADMIN_REVIEW_URL',
  assistant: 'ASSISTANT_URL',
} as const satisfies Record<Exclude<ServiceName, 'gateway'>, string>

const upstream = (port: number, service: string) =>
  HttpUrl.default(`http://127.0.0.1:${port}`).meta({ description: `address of ${service}` })
const RealPort = z.coerce.number().int().min(1).max(65_535)

/** Settings of `npm start` itself. */
export const Env = z.object({
  PORT: RealPort.default(5001).meta({ description: 'port of the gateway' }),
  HOST: z
    .string()
    .max(255)
    .refine((host) => URL.canParse(urlOf(host, 80)), 'is not an address')
    .optional()
    .meta({ description: 'address the gateway listens on' }),
  METRICS_PORT: RealPort.optional().meta({ description: 'first of five metrics ports' }),
  PROJECTS_URL: upstream(5002, 'the projects service'),
  DATA_URL: upstream(5003, 'the data service'),
  ADMIN_REVIEW_URL: upstream(5004, 'the admin and review service'),
  ASSISTANT_URL: upstream(5005, 'the assistant service'),
})

type Settings = Readonly<Record<string, string | undefined>>

/** How to run a process. */
export interface ProcessPlan {
  name: string
  /** Path of its main file, relative to the repository. */
  script: string
  args?: readonly string[]
  /** Its complete environment. */
  env: Settings
}

/** How to run one service. */
export interface ServicePlan extends ProcessPlan {
  name: ServiceName
  /** Its address on this machine. */
  url: string
  listens: readonly Listener[]
}

/** A port that must be free. */
export interface Listener {
  /** All addresses of this machine when absent. */
  host?: string
  port: number
  /** The setting that changes it. */
  setting: string
}

/** The services to run on this machine, and those with an address on another machine. */
interface Plan {
  services: ServicePlan[]
  elsewhere: { name: ServiceName; setting: string; url: string }[]
}

/**
 * Derives the environment of each service from the common one. A service listens on the port of its
 * address in the gateway.
 *
 * @throws ConfigError when a port or an address is malformed
 */
export function planServices(env: Settings, names: readonly ServiceName[] = SERVICE_NAMES): Plan {
  const settings = parseConfig(Env, env)
  assertAddressesDiffer(settings)
  const plan: Plan = { services: [], elsewhere: [] }
  const common = { ...defaultsOf(settings, env), ...env }
  for (const [index, name] of SERVICE_NAMES.entries()) {
    if (!names.includes(name)) continue
    const setting = name === 'gateway' ? 'PORT' : URL_SETTING[name]
    const url = new URL(name === 'gateway' ? gatewayUrl(settings) : settings[URL_SETTING[name]])
    if (name !== 'gateway' && !isLoopback(url.hostname)) {
      plan.elsewhere.push({ name, setting, url: url.origin })
      continue
    }
    const port = Number(url.port || 80)
    const host = name === 'gateway' ? gatewayHost(settings.HOST, env) : bare(url.hostname)
    // Each process uses the next port.
    const metricsPort =
      settings.METRICS_PORT === undefined ? undefined : settings.METRICS_PORT + index
    plan.services.push({
      name,
      script: `services/${name}/src/main.ts`,
      url: url.origin,
      listens: [
        { ...(host !== undefined && { host }), port, setting },
        ...(metricsPort === undefined ? [] : [{ port: metricsPort, setting: 'METRICS_PORT' }]),
      ],
      env: {
        ...common,
        PORT: String(port),
        ...(host !== undefined && { HOST: host }),
        ...(metricsPort !== undefined && { METRICS_PORT: String(metricsPort) }),
      },
    })
  }
  assertPortsDiffer(plan.services)
  return plan
}

/** Public addresses in production differ from those of this machine. */
function defaultsOf(settings: z.output<typeof Env>, env: Settings): Settings {
  return env['NODE_ENV'] === 'development' ? { PUBLIC_URL: gatewayUrl(settings) } : {}
}

/** @throws ConfigError when two services have the same address */
function assertAddressesDiffer(settings: z.output<typeof Env>): void {
  const names = Object.values(URL_SETTING)
  const originOf = (name: (typeof names)[number]) => new URL(settings[name]).origin
  const problems = names.flatMap((name, i) => {
    const same = names.slice(0, i).find((earlier) => originOf(earlier) === originOf(name))
    return same ? [{ name, problem: `is the same address as ${same}` }] : []
  })
  if (problems.length > 0) throw new ConfigError(problems)
}

/** @throws ConfigError when two processes listen on the same port */
function assertPortsDiffer(services: readonly ServicePlan[]): void {
  const listens = services
    .flatMap(({ name, listens: own }) => own.map((listener) => ({ ...listener, service: name })))
    // Reports METRICS_PORT rather than the other setting.
    .toSorted((a, b) => Number(isForMetrics(a)) - Number(isForMetrics(b)))
  const problems = listens.flatMap(({ port, setting }, i) => {
    const same = listens.slice(0, i).find((earlier) => earlier.port === port)
    if (!same) return []
    return [
      { name: setting, problem: `needs port ${port}, which ${same.service} has (${same.setting})` },
    ]
  })
  if (problems.length > 0) throw new ConfigError(problems)
}

function isForMetrics({ setting }: Listener): boolean {
  return setting === 'METRICS_PORT'
}

function gatewayUrl({ PORT, HOST }: { PORT: number; HOST?: string | undefined }): string {
  const host = HOST === undefined || HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST
  return urlOf(host, PORT)
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function gatewayHost(host: string | undefined, env: Settings): string | undefined {
  return host ?? (env['NODE_ENV'] === 'development' ? '127.0.0.1' : undefined)
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}
