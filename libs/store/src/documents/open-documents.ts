import { type DocumentName, DOCUMENTS, HISTORIES, MODELS } from '@landscape/contracts/documents'
import type { Logger } from '@landscape/contracts/logger'
import type { ObjectStore } from '../objects/port.ts'
import type { z } from 'zod'
import { createDocument, type DocumentOptions, type StoredDocument } from './document.ts'
import type { DocumentObserver } from './observe.ts'

/** Stored documents by their names in the catalogue. */
export type Documents<N extends DocumentName> = {
  readonly [K in N]: StoredDocument<z.output<(typeof DOCUMENTS)[K]['schema']>>
}

/** Names of the histories, by document. */
export const HISTORY_OF: ReadonlyMap<DocumentName, string> = new Map(
  Object.entries(HISTORIES).map(([history, name]) => [name, history]),
)

/**
 * Opens documents of the catalogue, once per process: each has its own cache and queue. Logs the author of
 * each stored change, and the beginning and end of each outage.
 */
export function openDocuments<const N extends DocumentName>(
  store: ObjectStore,
  names: readonly N[],
  { logger, observers = [], ...options }: DocumentOptions & { logger: Logger },
): Documents<N> {
  const settings = { ...options, observers: [...observers, logTo(logger)] }
  return Object.fromEntries(
    names.map((name) => {
      const { ref, schema } = DOCUMENTS[name]
      const history = HISTORY_OF.get(name)
      const documentOptions = {
        ...settings,
        model: MODELS[name],
        ...(history !== undefined && { history }),
      }
      return [name, createDocument<unknown>(store, ref, schema, documentOptions)]
    }),
  ) as unknown as Documents<N>
}

/** Logs the author of each stored change, and the beginning and end of each outage. */
export function logTo(logger: Logger): DocumentObserver {
  return {
    commit(document, { stored, attempts }) {
      if (!stored) return
      const { etag: version, by } = stored
      for (const { actor, action, traceId } of by) {
        logger.info({ document, version, actor, action, attempts, traceId }, 'document changed')
      }
    },
    outage(document, err) {
      logger.error({ err, document }, 'a stored document cannot be read')
    },
    recovery(document) {
      logger.info({ document }, 'a stored document can be read again')
    },
    clockJump(document, jump) {
      const [rejected, at] = [jump.rejected, jump.recorded].map((ms) => new Date(ms).toISOString())
      logger.error({ document, rejected, at }, "ignored a time ahead of the store's clock")
    },
    historyFailure(document, err) {
      logger.error(
        { err, document },
        'the history of a document is damaged, or a run of records could not be written',
      )
    },
  }
}
