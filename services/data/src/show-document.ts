import type { StoredDocument } from '@landscape/store'
import {
  type ResponseCache,
  type Call,
  type PreparedResponse,
  type ReadOptions,
  readOr,
  readRequired,
  respond,
} from '@landscape/http'

export interface View<T, S> {
  /** Distinguishes the views of one document in the cache. */
  key: string
  /** Value without a stored document; if omitted, the response is an error. */
  absent?: T
  /** The clock, if the response depends on the time. */
  now?: () => number
  /** Distinguishes responses from one version at different times. */
  formOf?: (stored: T, at: number) => number
  prepare: (stored: T, at: number) => PreparedResponse<S> | Promise<PreparedResponse<S>>
  /** Whether `Accept` selects the format. */
  isNegotiated?: boolean
}

/** Responds with a view of one stored document, prepared once for each version. */
export function showDocument<T, S>(
  document: StoredDocument<T>,
  cache: ResponseCache,
  { key, absent, now = () => 0, formOf = () => 0, prepare, isNegotiated = false }: View<T, S>,
) {
  return async (
    { headers, queued }: Pick<Call<'public', unknown, unknown, unknown>, 'headers' | 'queued'>,
    { isForSignedIn = false }: Pick<ReadOptions, 'isForSignedIn'> = {},
  ) => {
    const { value, etag, staleSeconds } =
      absent === undefined ? await readRequired(document) : await readOr(document, absent)
    const options = { staleSeconds, isNegotiated, isForSignedIn, isPublic: !isForSignedIn }
    const at = now()
    return cache.respond(
      { name: key, version: `${etag} ${formOf(value, at)}` },
      queued,
      () => prepare(value, at),
      (prepared) => respond(headers, prepared, options),
    )
  }
}
