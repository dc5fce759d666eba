import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorCode } from '@landscape/contracts/errors/domain-error'
import type { Group, Identity } from '@landscape/contracts/identity'
import type { z } from 'zod'
import type { Immutable, Reply } from '../responses/reply.ts'

/** The callers of a route. `optional`: any caller; the handler receives the identity when there is one. */
export type Access = 'public' | 'optional' | 'authenticated' | { anyGroup: readonly Group[] }

/** A credential: any valid token, a token of a group member, or a session of the source-control host. */
export type Credential = 'signedIn' | Group | 'sourceControl'

/**
 * Maximum size of a request body (bytes), by its kind. The maximum of a `document`, such as the radar, is the
 * setting `BODY_LIMIT_MB`.
 */
export const BODY_BYTES = { small: 8 * 1024, medium: 64 * 1024, record: 512 * 1024 } as const
type BodySize = keyof typeof BODY_BYTES | 'document'

/** A request header or cookie, with its purpose and a realistic value. */
export interface TextParameter {
  description: string
  example: string
  /** Whether the handler rejects requests without it. */
  required?: true
}

/** The validated input of a handler. */
export interface Call<A extends Access, P, Q, B> {
  params: P
  query: Q
  body: B
  /** The JSON body before its schema, which may omit members; for routes with `acceptsStored`. */
  parsedBody: unknown
  identity: A extends 'public' ? undefined : A extends 'optional' ? Identity | undefined : Identity
  requestId: string
  /** Only the headers that the route declares. */
  headers: Readonly<IncomingHttpHeaders>
  /** Client address that the gateway sets; `undefined` for a request that bypassed it. */
  address: string | undefined
  /**
   * Runs costly work in the caller's queue, like a `costly` route: for routes whose responses are usually
   * cached.
   */
  queued: <T>(work: () => T | Promise<T>) => Promise<T>
}

/** The request and the responses of a route. */
interface RouteSpec<
  A extends Access,
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
> {
  method: 'get' | 'post' | 'put' | 'delete'
  /** The public path, the same in every service and log; `:name` is one segment. */
  path: string
  /** `operationId` in OpenAPI, unique in all services: `listProjects`. */
  id?: string
  /** Its group in the API description. */
  tag?: string
  summary: string
  description?: string
  access: A
  /**
   * For the API description of a handler that requires more than `access`: alternatives, each of which names
   * all credentials that it needs.
   */
  credentials?: readonly (readonly Credential[])[]
  /**
   * Each parameter has an example in the meta of its schema: `examples: ['prod']`, or, for a required
   * parameter, `param: { example: 'prod' }`, which the API reference fills in.
   */
  params?: P
  query?: Q
  /** Whether unknown query parameters are rejected: for routes without clients that send them. */
  strictQuery?: true
  body?: B
  /** Maximum size of the body; `medium` by default. */
  bodySize?: BodySize
  /**
   * Skips the check for unsafe JSON, because other programs may have stored some. The handler rejects unsafe values
   * that are not stored (`findUnsafeJson`).
   */
  acceptsStored?: boolean
  /** `form`: an HTML form, whose fields are strings; JSON by default. */
  bodyType?: 'form'
  /** A body that is absent or not JSON reaches the schema as `undefined` instead of a 415. */
  bodyOptional?: boolean
  /** Message of the error `body-missing`, which replaces the 415 of a request without a JSON body. */
  bodyMissing?: string
  /** Schema of a success: the return type of `handle`. */
  reply: R
  /** Status of a success. */
  status?: number
  /** Media type of a success that is not JSON; `reply` is a string schema. */
  mediaType?: string
  /** Media types of a success that clients can request with `Accept`. */
  otherTypes?: readonly string[]
  /** Other bodies that existing clients read, by status. */
  others?: Readonly<Record<number, z.ZodType>>
  /**
   * `read`: the response carries an ETag, and `If-None-Match` is evaluated (304). `edit`: `If-Match` is
   * evaluated (412), and the response carries the new ETag.
   */
  conditional?: 'read' | 'edit'
  /** Whether responses are compressed for clients that accept it. */
  compressed?: true
  /**
   * Whether a request may occupy the process for long, like any with a large body. Such requests of one
   * caller run sequentially.
   */
  costly?: boolean
  /** Request headers that the handler reads, in addition to those of `conditional`. */
  headers?: Readonly<Record<string, TextParameter>>
  cookies?: Readonly<Record<string, TextParameter>>
  /** Descriptions of a success's headers, in addition to the common ones. */
  replyHeaders?: Readonly<Record<string, string>>
  /** Descriptions of an error's headers, in addition to the common ones, by status. */
  problemHeaders?: Readonly<Record<number, Readonly<Record<string, string>>>>
  /**
   * Errors of the handler, in addition to those of access, parameters, body and `conditional`. An undeclared
   * error fails the tests.
   */
  codes?: readonly ErrorCode[]
  handle: (
    call: Call<A, z.output<P>, z.output<Q>, z.output<B>>,
  ) => Handled<z.input<R>> | Promise<Handled<z.input<R>>>
}

/** The result of a handler: the value of a success, or a `Reply` that contains it. */
type Handled<T> = Immutable<T> | Reply<Immutable<T>>

/** A route with its types erased, for `mountRoutes` and `describeApi`. */
export interface Route extends Omit<
  RouteSpec<Access, z.ZodType, z.ZodType, z.ZodType, z.ZodType>,
  'handle'
> {
  handle: (call: Call<'optional', never, never, never>) => unknown
}

/** One value that validates, types, authorises and documents a route. */
export function route<
  const A extends Access,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodUndefined,
>(spec: RouteSpec<A, P, Q, B, R>): Route {
  return spec as unknown as Route
}
