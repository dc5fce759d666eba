import { DOCUMENTS } from '@landscape/contracts'
import type { Logger } from '@landscape/logging'
import { createDocument, type DocumentOptions } from '@landscape/documents'
import { nameOf, type ObjectStore } from '@landscape/object-store'

/** The documents that this service edits. */
export type Documents = ReturnType<typeof openDocuments>

/** Opens the documents; every change that was stored is logged with who made it. */
export function openDocuments(
  store: ObjectStore,
  { logger, ...options }: Omit<DocumentOptions, 'onCommit' | 'onOutage'> & { logger: Logger },
) {
  const { radar, banners, arrayData, projects } = DOCUMENTS
  const settings: DocumentOptions = {
    ...options,
    onOutage: (err) => logger.error({ err }, 'a stored document cannot be read'),
    onCommit({ ref, changes, attempts }) {
      for (const { actor, action } of changes) {
        logger.info({ document: nameOf(ref), actor, action, attempts }, 'changed')
      }
    },
  }
  return {
    radar: createDocument(store, radar.ref, radar.schema, settings),
    banners: createDocument(store, banners.ref, banners.schema, settings),
    arrayData: createDocument(store, arrayData.ref, arrayData.schema, settings),
    projects: createDocument(store, projects.ref, projects.schema, settings),
  }
}
