import type { IncomingHttpHeaders } from 'node:http'
import type { ErrorCode, Group, Identity } from '@landscape/contracts'
import type { z } from 'zod'
import type { Deprecation } from './deprecation.ts'
import type { Immutable, Reply } from '../responses/reply.ts'

/**
 * Who may call a route. `optional`: everybody, and the handler is told who calls when that is known.
 */
export type Access = 'public' | 'optional' | 'authenticated' | { anyGroup: readonly Group[] }

/** What a caller may show: a token of anybody or of a member of a group, or a session at the source-control host. */
export type Credential = 'signedIn' | Group | 'sourceControl'

/**
 * Maximum size of a request body in bytes, by what it holds. A `document`, such as the radar, may be as large
 * as the setting `BODY_LIMIT_MB` says.
 */
export const BODY_BYTES = { small: 8 * 1024, form: 64 * 1024, record: 512 * 1024 } as const
type BodySize = keyof typeof BODY_BYTES | 'document'

/** A header or a cookie of a request: what it is for, and a value as it may really be. */
export interface TextParameter {
  description: string
  example: string
  /** Whether nobody is served without it, in whatever words the handler refuses. */
  required?: true
}

/** What a handler gets: everything already validated. */
export interface Call<A extends Access, P, Q, B> {
  params: P
  query: Q
  body: B
  /** The body before its schema saw it, which may leave members out; for routes whose body is `acceptsStored`. */
  parsedBody: unknown
  identity: A extends 'public' ? undefined : A extends 'optional' ? Identity | undefined : Identity
  requestId: string
  /** The headers that the route declares, and no other. */
  headers: Readonly<IncomingHttpHeaders>
  /** Address of the client as the gateway knows it; `undefined` when it says none. */
  address: string | undefined
  /**
   * Does work that may keep the process busy, when what the same caller asked for before is done: see
   * `costly`. For the part of a route that is rarely needed; most of its answers are at hand.
   */
  queued: <T>(work: () => T | Promise<T>) => Promise<T>
}

/** All that a route reads and answers. */
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
  /** What programs call it, unique among all services: `listProjects`. */
  id?: string
  /** The group of the API description that it stands in. */
  tag?: string
  summary: string
  /** What a caller has to know beyond the summary. */
  description?: string
  /** Set once callers should call another path: every answer says so, and the API description. */
  deprecated?: Deprecation
  /** A success and a body as they may really be: in the API description, where tests hold them against it. */
  example?: Immutable<z.input<R>>
  bodyExample?: Immutable<z.input<B>>
  access: A
  /**
   * For the API description, where the handler asks for more than `access`: what a caller has to show, any of these
   * lists, all that is in it.
   */
  credentials?: readonly (readonly Credential[])[]
  /**
   * Each parameter has an example in the meta of its schema: `examples: ['prod']` is shown. What a request cannot
   * do without has `param: { example: 'prod' }` in its place, which the page of the description fills in.
   */
  params?: P
  query?: Q
  body?: B
  /** How large the body may be; `form` when absent. */
  bodySize?: BodySize
  /**
   * Whether the body may be what was read, as other programs stored it: of keys, texts and depths that
   * bodies may not have the handler knows which are new, and refuses those (`findUnsafeJson`).
   */
  acceptsStored?: boolean
  /** `form`: the body is that of an HTML form, its fields as texts; JSON when absent. */
  bodyType?: 'form'
  /** A body that is absent or not JSON reaches the schema as `undefined` instead of a 415. */
  bodyOptional?: boolean
  /** The text of the refusal `body-missing` of a request without a JSON body, instead of a 415. */
  bodyMissing?: string
  /** What a success answers: the type of what `handle` returns, and the API description. */
  reply: R
  /** Status of a success. */
  status?: number
  /** Media type of a success that is a text and no JSON: `reply` says it is a string. */
  mediaType?: string
  /** Media types that a success has for who asks for them, each with a text as it may really be. */
  otherTypes?: Readonly<Record<string, string>>
  /** Bodies of their own that existing clients read at other statuses. */
  others?: Readonly<Record<number, z.ZodType>>
  /**
   * Whether the answer depends on versions of what is stored. `read`: it bears a tag, and who has
   * that version gets 304. `edit`: `If-Match` is compared, and the answer bears the new tag.
   */
  conditional?: 'read' | 'edit'
  /** Whether the answer is compressed for whoever takes that. */
  compressed?: true
  /**
   * Whether a request may keep the process busy for long, as all with large bodies may: of one caller
   * one is worked on at a time, and the others have their turn in between.
   */
  costly?: boolean
  /** Request headers that the handler reads, beside those of `conditional`. */
  headers?: Readonly<Record<string, TextParameter>>
  cookies?: Readonly<Record<string, TextParameter>>
  /** Headers of a success, beside those that every representation has, and what each says. */
  replyHeaders?: Readonly<Record<string, string>>
  /** Headers of refusals of a status, beside those that every refusal has, and what each says. */
  problemHeaders?: Readonly<Record<number, Readonly<Record<string, string>>>>
  /**
   * Why the handler may refuse, beside what follows from access, parameters, body and `conditional`.
   * An answer for another reason fails the tests.
   */
  codes?: readonly ErrorCode[]
  handle: (
    call: Call<A, z.output<P>, z.output<Q>, z.output<B>>,
  ) => Handled<z.input<R>> | Promise<Handled<z.input<R>>>
}

/** What a handler may return: the value of a success, or a `Reply` that holds it. */
type Handled<T> = Immutable<T> | Reply<Immutable<T>>

/** A route with its types erased, as `mountRoutes` and `describeApi` take it. */
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
