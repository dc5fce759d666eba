import { DOCUMENTS, type DocumentName } from '@landscape/contracts'
import { HISTORY_OF, openDocuments, type Documents, type DocumentObserver } from '@landscape/store'
import { createIdentityVerifier } from '../identity/identity-token.ts'
import { openStore, StoreEnv } from '../open-store.ts'
import { ServerEnv, serverSettings } from '../config/fields.ts'
import { z } from 'zod'
import type { Metrics } from '@landscape/http'
import { startForgetting } from './forget-history.ts'
import { createLastUse } from './last-use.ts'
import { askingBuckets, loadingDocuments } from './load-documents.ts'
import { runServer, type ServerContext, type ServerParts } from './run-server.ts'
import type { AppContext } from './service-app.ts'
import { watchSpace } from './watch-space.ts'
import { watchStoreCalls } from './watch-store-calls.ts'

/** What a service makes its app of. */
interface ServiceContext<C, N extends DocumentName> extends Pick<
  ServerContext<C>,
  'config' | 'logger'
> {
  documents: Documents<N>
  /** Goes into `createApp` as it is. */
  app: AppContext
}

interface ServiceSpec<C extends ServiceConfig, N extends DocumentName> {
  /** As the log names it, and as the gateway addresses identities to it. */
  name: string
  /** Every setting that it reads: variables with nearly such a name are warned of, aliases named. */
  settings: z.ZodObject
  /** @throws ConfigError */
  readConfig: (env: NodeJS.ProcessEnv) => C
  /** The stored documents that it opens; the first is the one that tells whether the store answers. */
  documents: readonly [N, ...N[]]
  /** Those of them that it changes: a store on which that would not be safe is refused at the start. */
  changes: readonly N[]
  create: (context: ServiceContext<C, N>) => ServiceParts | Promise<ServiceParts>
}

type ServiceParts = Pick<ServerParts, 'app' | 'startWork'>

/** A service behind the gateway, on stored documents: a server with a store, an identity and health. */
export async function runService<C extends ServiceConfig, const N extends DocumentName>(
  host: NodeJS.Process,
  { name, settings, readConfig, documents: names, changes, create }: ServiceSpec<C, N>,
): Promise<void> {
  await runServer(host, {
    name,
    settings,
    readConfig,
    async create({ config, logger, metrics, tracing, isDraining }) {
      const writes = [...new Set(changes.map((changed) => DOCUMENTS[changed].ref.bucket))]
      const opened = await openStore(config.store, { ...config, writes })
      const space = createLastUse()
      const store = watchSpace(watchStoreCalls(opened, { metrics, tracing }), space)
      const documents = openDocuments(store, names, {
        readMaxAgeMs: config.readMaxAgeMs,
        staleIfErrorSeconds: config.staleIfErrorSeconds,
        observers: [documentFigures(metrics)],
        logger,
      })
      const loads = names.map((document): (() => Promise<unknown>) => {
        return () => documents[document].read()
      })
      const app: AppContext = {
        identity: createIdentityVerifier(config.secrets, name),
        logger,
        metrics,
        tracing,
        health: {
          checks: { store: loadingDocuments(askingBuckets(store, names), loads) },
          ...(writes.length > 0 && { reported: { 'store-space': space.check } }),
          isDraining,
        },
        ownHost: config.development ? config.host : undefined,
        bodyLimit: config.bodyLimit,
        checkReplies: config.checkReplies,
      }
      const parts = await create({ config, logger, documents, app })
      const kept = changes.filter((changed) => HISTORY_OF.has(changed))
      const startWork = () => {
        const days = config.historyRetentionDays
        const stops = [
          parts.startWork?.(),
          days === undefined
            ? undefined
            : startForgetting(
                kept.map((changed) => documents[changed]),
                { days, logger },
              ),
        ]
        return async () => {
          await Promise.all(stops.flatMap((stop) => (stop ? [stop()] : [])))
        }
      }
      return { ...parts, startWork, close: () => store.close() }
    },
  })
}

/** Settings of every service behind the gateway; its own extend them. */
export const ServiceEnv = ServerEnv.extend({
  ...StoreEnv.shape,
  HISTORY_RETENTION_DAYS: z.coerce.number().int().min(1).max(36_500).optional().meta({
    description: 'days for which it is kept who changed what; for ever when it is not set',
  }),
})

/** What every service derives from them. */
type ServiceConfig = ReturnType<typeof serviceSettings>

/** The settings of every service as code uses them: the current secret first. */
export function serviceSettings(env: z.output<typeof ServiceEnv>) {
  const { INTERNAL_TOKEN_SECRET: current, INTERNAL_TOKEN_SECRET_PREVIOUS: previous } = env
  return {
    ...serverSettings(env),
    secrets: previous === undefined ? [current] : [current, previous],
    store: env,
    readMaxAgeMs: env.READ_MAX_AGE_MS,
    staleIfErrorSeconds: env.STALE_IF_ERROR_SECONDS,
    historyRetentionDays: env.HISTORY_RETENTION_DAYS,
  }
}

/** Figures of stored documents: reads by how fresh they were, commits, and failures of the store. */
function documentFigures(metrics: Metrics | undefined): DocumentObserver {
  if (!metrics) return {}
  const reads = metrics.counter(
    'landscape_document_reads_total',
    'Reads: fresh, stale (the last good copy while the store is away or holds no good one), failed',
    ['document', 'outcome'],
  )
  const changes = metrics.counter(
    'landscape_document_changes_total',
    'Changes by what came of their commit: stored, unchanged, given-up',
    ['document', 'outcome'],
  )
  const commits = metrics.histogram(
    'landscape_document_commit_seconds',
    'Time from the first change that waits to the end of the commit that takes it',
    ['document', 'outcome'],
  )
  const repeats = metrics.counter(
    'landscape_document_commit_repeats_total',
    'Times that a commit was tried again, after a conflict or a failure of the store',
    ['document'],
  )
  const failures = metrics.counter(
    'landscape_store_failures_total',
    'Calls to the store that failed: unavailable, invalid (no such document), conflict (somebody wrote in between)',
    ['document', 'kind'],
  )
  const histories = metrics.counter(
    'landscape_history_failures_total',
    'Changes whose history could not be read, or folded, while they were stored',
    ['document'],
  )
  return {
    read: (document, outcome) => reads({ document, outcome }),
    commit: (document, commit) => {
      const labels = { document, outcome: commit.outcome }
      changes(labels, commit.changes)
      commits(labels, commit.ms / 1_000)
      repeats({ document }, commit.attempts - 1)
    },
    failure: (document, kind) => failures({ document, kind }),
    historyFailure: (document) => histories({ document }),
  }
}
