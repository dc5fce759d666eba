import {
  type Logger,
  MONTHLY_DOCUMENTS,
  MONTHLY_NAMES,
  monthAt,
  type MonthlyName,
  monthlyRef,
} from '@landscape/contracts'
import type { z } from 'zod'
import type { ObjectStore } from '../objects/port.ts'
import { createDocument, type StoredDocument } from './document.ts'
import { logTo } from './open-documents.ts'

/** A list that is stored as one document for each month. */
export interface MonthlyDocument<T> {
  /**
   * Opens the document of a month. Nothing is cached, so that a process keeps no month in memory.
   *
   * @param month `YYYY-MM`
   */
  of(month: string): StoredDocument<T>
  /**
   * The stored months, oldest first.
   *
   * @throws StoreUnavailable
   */
  months(): Promise<string[]>
  /**
   * Deletes the document of a month, if it exists.
   *
   * @throws StoreUnavailable when the outcome is unknown
   */
  remove(month: string): Promise<void>
}

/** Monthly documents by their names in the catalogue. */
export type MonthlyDocuments = {
  readonly [K in MonthlyName]: MonthlyDocument<z.output<(typeof MONTHLY_DOCUMENTS)[K]['schema']>>
}

/** Opens the monthly documents of the catalogue. Logs the author of each stored change. */
export function openMonths(store: ObjectStore, { logger }: { logger: Logger }): MonthlyDocuments {
  const observers = [logTo(logger)]
  return Object.fromEntries(
    MONTHLY_NAMES.map((name) => {
      const { bucket, prefix, schema } = MONTHLY_DOCUMENTS[name]
      const monthly: MonthlyDocument<unknown> = {
        of: (month) =>
          createDocument<unknown>(store, monthlyRef(name, month), schema, { observers }),
        async months() {
          const keys = await store.list(bucket, prefix)
          return keys.flatMap((key) => monthAt({ bucket, key })?.month ?? [])
        },
        remove: (month) => store.remove(monthlyRef(name, month)),
      }
      return [name, monthly]
    }),
  ) as unknown as MonthlyDocuments
}
