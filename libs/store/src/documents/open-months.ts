import type { Logger } from '@landscape/contracts/logger'
import {
  MONTHLY_DOCUMENTS,
  MONTHLY_NAMES,
  monthAt,
  type MonthlyName,
  monthlyRef,
} from '@landscape/contracts/monthly-documents'
import type { z } from 'zod'
import type { ObjectRef, ObjectStore } from '../objects/port.ts'
import { createDocument, type StoredDocument } from './document.ts'
import type { DocumentObserver } from './observe.ts'
import { logTo } from './open-documents.ts'
import { toCaller } from './past-errors.ts'

/** A list that is stored as one document for each month. */
export interface MonthlyDocument<T> {
  /**
   * Opens the document of a month. Nothing is cached, so that a process keeps no month in memory.
   *
   * @param month `YYYY-MM`
   */
  of(month: string): StoredDocument<T>
  /**
   * The rows of a span of days, both included, oldest month first.
   *
   * @throws DomainError as `read` of a document
   */
  between(span: { from: string; to: string }): Promise<T>
  /**
   * Reads every stored month, so that observers know which cannot be read.
   *
   * @throws StoreUnavailable
   */
  readAll(): Promise<void>
}

/** Monthly documents by their names in the catalogue. */
export type MonthlyDocuments = {
  readonly [K in MonthlyName]: MonthlyDocument<z.output<(typeof MONTHLY_DOCUMENTS)[K]['schema']>>
}

/**
 * Locations of the stored documents of a monthly list, oldest first.
 *
 * @throws StoreUnavailable
 */
export async function storedMonths(store: ObjectStore, name: MonthlyName): Promise<ObjectRef[]> {
  const { bucket, prefix } = MONTHLY_DOCUMENTS[name]
  const keys = await store.list(bucket, prefix)
  return keys.map((key) => ({ bucket, key })).filter((ref) => monthAt(ref) !== undefined)
}

/** Opens the monthly documents of the catalogue. Logs the author of each stored change. */
export function openMonths(
  store: ObjectStore,
  { logger, observers = [] }: { logger: Logger; observers?: readonly DocumentObserver[] },
): MonthlyDocuments {
  const open = (name: MonthlyName, month: string, observers: readonly DocumentObserver[]) =>
    createDocument<{ day: string }[]>(
      store,
      monthlyRef(name, month),
      MONTHLY_DOCUMENTS[name].schema,
      { observers },
    )
  return Object.fromEntries(
    MONTHLY_NAMES.map((name) => {
      const monthly: MonthlyDocument<{ day: string }[]> = {
        of: (month) => open(name, month, [...observers, logTo(logger)]),
        async between({ from, to }) {
          const refs = await storedMonths(store, name).catch((error: unknown) => {
            throw toCaller(error)
          })
          const rows: { day: string }[] = []
          // One month at a time, to limit memory.
          for (const month of refs.flatMap((ref) => monthAt(ref)?.month ?? [])) {
            if (`${month}-31` < from || `${month}-01` > to) continue
            const stored = (await monthly.of(month).read())?.value ?? []
            for (const row of stored) if (row.day >= from && row.day <= to) rows.push(row)
          }
          return rows
        },
        async readAll() {
          for (const ref of await storedMonths(store, name)) {
            const month = monthAt(ref)?.month
            // The observers report a damaged month; a log line for each check would not help.
            if (month !== undefined)
              await open(name, month, observers)
                .read()
                .catch(() => undefined)
          }
        },
      }
      return [name, monthly]
    }),
  ) as unknown as MonthlyDocuments
}
