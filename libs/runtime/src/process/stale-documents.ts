import type { Reading } from '@landscape/http/telemetry/metrics'
import type { DocumentObserver } from '@landscape/store/documents/observe'
import type { StoredDocument } from '@landscape/store/documents/document'
import { nameOf, type ObjectRef } from '@landscape/store/objects/port'
import { type Check, Degraded } from './health.ts'

const STATES = {
  stale: 'served from the last good copy',
  failed: 'not readable, and without a good copy',
} as const

/** Documents whose last read did not return the current version, for `/readyz` and a metric. */
export function createStaleDocuments() {
  const states = new Map<string, keyof typeof STATES>()
  const observer: DocumentObserver = {
    read(document, outcome) {
      if (outcome === 'fresh') states.delete(document)
      else states.set(document, outcome)
    },
  }
  return {
    observer,
    /** The metric of one document. */
    readingOf(ref: ObjectRef): Reading {
      const document = nameOf(ref)
      return {
        name: 'landscape_document_stale',
        help: '1 while a document is served from the last good copy, by its last read',
        labels: { document },
        read: () => Number(states.get(document) === 'stale'),
      }
    },
    /**
     * Loads all documents first: one that was never readable has no copy. Reads the affected documents again, so
     * that a repair ends the report without a caller.
     */
    checkOf(
      documents: readonly Pick<StoredDocument<unknown>, 'ref' | 'read'>[],
      loadAll: () => Promise<void>,
    ): Check {
      return async () => {
        // The check of the store reports that it is unavailable.
        await loadAll().catch(() => undefined)
        const affected = documents.filter(({ ref }) => states.has(nameOf(ref)))
        await Promise.all(affected.map((document) => document.read().catch(() => undefined)))
        const faults = [...states].map(([name, state]) => `${name} is ${STATES[state]}`)
        if (faults.length > 0) throw new Degraded(faults.sort().join('; '))
      }
    },
  }
}
