import { DOCUMENTS, type DocumentName } from '@landscape/contracts'
import { openDocuments, type Documents } from '@landscape/documents'
import { createIdentityVerifier } from '@landscape/identity'
import { openStore, type ObjectStore } from '@landscape/object-store'
import { documentFigures } from './document-figures.ts'
import { runServer, type ServerContext, type ServerParts } from './run-server.ts'
import type { AppContext } from './service-app.ts'
import type { ServiceConfig } from './service-env.ts'

/** What a service makes its app of. */
export interface ServiceContext<C, N extends DocumentName> extends Pick<
  ServerContext<C>,
  'config' | 'logger'
> {
  documents: Documents<N>
  /** Goes into `createApp` as it is. */
  app: AppContext
}

export interface ServiceSpec<C extends ServiceConfig, N extends DocumentName> {
  /** As the log names it, and as the gateway addresses identities to it. */
  name: string
  /** @throws ConfigError */
  readConfig: (env: NodeJS.ProcessEnv) => C
  /** The stored documents that it opens; the first is the one that tells whether the store answers. */
  documents: readonly [N, ...N[]]
  /** Those of them that it changes: a store on which that would not be safe is refused at the start. */
  changes: readonly N[]
  create: (
    context: ServiceContext<C, N>,
  ) => Omit<ServerParts, 'close' | 'serve'> | Promise<Omit<ServerParts, 'close' | 'serve'>>
}

/** A service behind the gateway, on stored documents: a server with a store, an identity and health. */
export async function runService<C extends ServiceConfig, const N extends DocumentName>(
  host: NodeJS.Process,
  { name, readConfig, documents: names, changes, create }: ServiceSpec<C, N>,
): Promise<void> {
  await runServer(host, {
    name,
    readConfig,
    async create({ config, logger, metrics, isDraining }) {
      const writes = [...new Set(changes.map((changed) => DOCUMENTS[changed].ref.bucket))]
      const store = await openStore(config.store, { ...config, writes })
      const documents = openDocuments(store, names, {
        readMaxAgeMs: config.readMaxAgeMs,
        staleIfErrorSeconds: config.staleIfErrorSeconds,
        observers: [documentFigures(metrics)],
        logger,
      })
      const app: AppContext = {
        identity: createIdentityVerifier(config.secrets, name),
        logger,
        metrics,
        health: { checks: { store: checkOf(store, names[0]) }, isDraining },
        bodyLimit: config.bodyLimit,
        checkReplies: config.checkReplies,
      }
      const parts = await create({ config, logger, documents, app })
      return { ...parts, close: () => store.close() }
    },
  })
}

function checkOf(store: ObjectStore, name: DocumentName) {
  const { bucket, key } = DOCUMENTS[name].ref
  return () => store.list(bucket, key)
}
