import { DOCUMENTS, type DocumentName } from '@landscape/contracts/documents'
import type { MonthlyName } from '@landscape/contracts/monthly-documents'
import {
  HISTORY_OF,
  openDocuments,
  type Documents,
} from '@landscape/store/documents/open-documents'
import { clockOf } from '@landscape/store/history/record-time'
import { type MonthlyDocuments, openMonths } from '@landscape/store/documents/open-months'
import type { ObjectStore } from '@landscape/store/objects/port'
import { createIdentityVerifier } from '../identity/identity-token.ts'
import { openStore, StoreEnv } from '../open-store.ts'
import { ServerEnv, serverSettings } from '../config/fields.ts'
import { z } from 'zod'
import { documentMetrics } from './document-metrics.ts'
import { startExpiringHistory } from './expire-history.ts'
import { createLastUse } from './last-use.ts'
import { checkBuckets, loadOnce, loadOnFirstCheck } from './load-documents.ts'
import { runServer, type ServerContext, type ServerParts } from './run-server.ts'
import type { AppContext } from './service-app.ts'
import { createStaleDocuments } from './stale-documents.ts'
import { watchSpace, watchStoreCalls } from './watch-store.ts'

/** Dependencies of a service's app. */
interface ServiceContext<C, N extends DocumentName> extends Pick<
  ServerContext<C>,
  'config' | 'logger'
> {
  documents: Documents<N>
  months: MonthlyDocuments
  /** For times that are stored; milliseconds since the epoch. */
  now: () => number
  /** Passed to `createApp` unchanged. */
  app: AppContext
}

interface ServiceSpec<C extends ServiceConfig, N extends DocumentName> {
  /** Name in the log, and audience of the gateway's identity tokens. */
  name: string
  /** Every setting that it reads; misspelt ones and aliases in use are logged. */
  settings: z.ZodObject
  /** @throws ConfigError */
  readConfig: (env: NodeJS.ProcessEnv) => C
  /** The stored documents that it opens. */
  documents: readonly [N, ...N[]]
  /** The lists, of one document for each month, that it reads. */
  months?: readonly MonthlyName[]
  /** Those that it writes; the start fails when the store ignores conditional writes. */
  changes: readonly N[]
  create: (context: ServiceContext<C, N>) => ServiceParts | Promise<ServiceParts>
}

interface ServiceParts extends Pick<ServerParts, 'app' | 'startWork'> {
  /** See `startExpiringHistory`. */
  prepareExpiry?: () => Promise<void>
}

/** Runs a service behind the gateway: a server with a store, an identity and health checks. */
export async function runService<C extends ServiceConfig, const N extends DocumentName>(
  host: NodeJS.Process,
  {
    name,
    settings,
    readConfig,
    documents: names,
    months: lists = [],
    changes,
    create,
  }: ServiceSpec<C, N>,
): Promise<void> {
  await runServer(host, {
    name,
    settings,
    readConfig,
    async create(context) {
      const { config, logger } = context
      const writes = [...new Set(changes.map((changed) => DOCUMENTS[changed].ref.bucket))]
      const opened = await openStore(config.store, { ...config, writes })
      const { store, documents, months, checks } = openObserved(opened, {
        ...context,
        names,
        lists,
        isWriter: writes.length > 0,
      })
      const now = clockOf(store)
      const app = appContext(name, context, checks)
      const parts = await create({ config, logger, documents, months, now, app })
      const histories = changes
        .filter((changed) => HISTORY_OF.has(changed))
        .map((changed) => documents[changed])
      const startWork = () => {
        const days = config.historyRetentionDays
        const stops = [
          parts.startWork?.(),
          days === undefined
            ? undefined
            : startExpiringHistory(histories, {
                days,
                logger,
                clock: now,
                prepare: parts.prepareExpiry,
              }),
        ]
        return async () => {
          await Promise.all(stops.flatMap((stop) => (stop ? [stop()] : [])))
        }
      }
      return { ...parts, startWork, close: () => store.close() }
    },
  })
}

interface Observed<N extends DocumentName> extends Pick<
  ServerContext<ServiceConfig>,
  'config' | 'logger' | 'metrics' | 'tracing'
> {
  names: readonly N[]
  lists: readonly MonthlyName[]
  isWriter: boolean
}

/** The documents of a service, and the checks of its store and of each document. */
function openObserved<N extends DocumentName>(
  opened: ObjectStore,
  { names, lists, isWriter, config, logger, metrics, tracing }: Observed<N>,
) {
  const space = createLastUse()
  const store = watchSpace(watchStoreCalls(opened, { metrics, tracing }), space)
  const stale = createStaleDocuments()
  const documents = openDocuments(store, names, {
    staleIfErrorSeconds: config.staleIfErrorSeconds,
    observers: [documentMetrics(metrics), stale.observer],
    logger,
  })
  const months = openMonths(store, { logger, observers: [stale.observer] })
  for (const document of names) metrics?.reading(stale.readingOf(DOCUMENTS[document].ref))
  const loadAll = loadOnce(names.map((document) => () => documents[document].read()))
  const readMonths = async () => {
    for (const list of lists) await months[list].readAll()
  }
  const loadMonths = loadOnce([readMonths])
  const checkDocuments = stale.checkOf(
    names.map((document) => documents[document]),
    async () => {
      await loadAll()
      await loadMonths()
    },
    readMonths,
  )
  const checks = {
    checks: { store: loadOnFirstCheck(checkBuckets(store, names), loadAll) },
    reported: { documents: checkDocuments, ...(isWriter && { 'store-space': space.check }) },
  }
  return { store, documents, months, checks }
}

function appContext(
  name: string,
  { config, logger, metrics, tracing, isDraining }: ServerContext<ServiceConfig>,
  checks: Pick<AppContext['health'], 'checks' | 'reported'>,
): AppContext {
  return {
    identity: createIdentityVerifier(config.secrets, name),
    logger,
    metrics,
    tracing,
    health: { ...checks, isDraining },
    ownHost: config.development ? config.host : undefined,
    bodyLimit: config.bodyLimit,
    checkReplies: config.checkReplies,
  }
}

/** Settings of every service behind the gateway. */
export const ServiceEnv = ServerEnv.extend({
  ...StoreEnv.shape,
  HISTORY_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).optional().meta({
    description: 'retention of changes and their authors, in days; unlimited when it is not set',
  }),
})

type ServiceConfig = ReturnType<typeof serviceSettings>

/** The settings of a service as code uses them; the current secret precedes the previous one. */
export function serviceSettings(env: z.output<typeof ServiceEnv>) {
  const { INTERNAL_TOKEN_SECRET: current, INTERNAL_TOKEN_SECRET_PREVIOUS: previous } = env
  return {
    ...serverSettings(env),
    secrets: previous === undefined ? [current] : [current, previous],
    store: env,
    staleIfErrorSeconds: env.STALE_IF_ERROR_SECONDS,
    historyRetentionDays: env.HISTORY_RETENTION_DAYS,
  }
}
