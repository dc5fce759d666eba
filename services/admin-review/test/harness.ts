/** The app of this service over an embedded store, with callers of both groups. */
import {
  createIdentitySigner,
  createIdentityVerifier,
  IDENTITY_HEADER,
} from '@landscape/runtime/identity/identity-token'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { openDocuments } from '@landscape/store/documents/open-documents'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import type { ObjectStore } from '@landscape/store/objects/port'
import { DOCUMENTS } from '@landscape/contracts/documents'
import type { Identity } from '@landscape/contracts/identity'
import request, { type Response } from 'supertest'
import { createApp, OPENED } from '../src/app.ts'

const SECRET = 'a-secret-of-more-than-32-characters'
const signer = createIdentitySigner(SECRET)

export const ADMIN = { subject: 'subject-ada', email: 'ada@acme.example', groups: ['admin'] }
export const REVIEWER = { subject: 'subject-rui', email: 'rui@acme.example', groups: ['reviewer'] }
export const OTHER_REVIEWER = {
  subject: 'subject-oda',
  email: 'oda@acme.example',
  groups: ['Reviewer'],
}
export const NOBODY = { subject: 'subject-nia', email: 'nia@acme.example', groups: ['guest'] }

type Caller = Identity
type DocumentName = (typeof OPENED)[number]

interface CallOptions {
  as?: Caller | null
  headers?: Record<string, string>
  /** Content type of a body that is a string. */
  type?: string
}

/** A banner as administrators read it, without its state. */
export function asStored(banner: unknown): unknown {
  if (typeof banner !== 'object' || banner === null) return banner
  const { state: _told, ...stored } = banner as { state?: unknown }
  return stored
}

export interface Harness {
  store: ObjectStore
  lines: string[]
  get(path: string, options?: CallOptions): Promise<Response>
  post(path: string, body: unknown, options?: CallOptions): Promise<Response>
  put(path: string, body: unknown, options?: CallOptions): Promise<Response>
  delete(path: string, options?: CallOptions): Promise<Response>
  /** Puts a document and replaces a stored one. */
  seed(name: DocumentName, value: unknown): Promise<void>
  /** The stored document, parsed; `undefined` if none is stored. */
  stored(name: DocumentName): Promise<unknown>
}

/**
 * @param store a scripted store, or the handle of one process on a shared directory
 * @param giveUpAfterMs retry time (ms) of an edit while the store is unavailable
 * @param now the clock
 */
export function harness(
  store: ObjectStore = createEmbeddedStore(':memory:'),
  giveUpAfterMs = 8_000,
  now: () => number = Date.now,
): Harness {
  const lines: string[] = []
  const logger = createLogger({
    service: 'admin-review',
    level: 'info',
    destination: { write: (line) => void lines.push(line) },
  })
  const app = createApp({
    documents: openDocuments(store, OPENED, { logger, giveUpAfterMs }),
    now,
    identity: createIdentityVerifier([SECRET], 'admin-review'),
    logger,
    health: { checks: {}, isDraining: () => false },
    bodyLimit: 10 * 1024 * 1024,
    checkReplies: true,
  })
  const headersFor = async ({ as = ADMIN, headers = {} }: CallOptions) => ({
    ...headers,
    ...(as && { [IDENTITY_HEADER]: await signer.sign(as, 'admin-review') }),
  })
  const stored = async (name: DocumentName) => {
    const got = await store.get(DOCUMENTS[name].ref)
    return got.kind === 'found' ? (JSON.parse(got.body.toString()) as unknown) : undefined
  }
  const send =
    (method: 'post' | 'put') =>
    async (path: string, body: unknown, options: CallOptions = {}) => {
      const agent = request(app)
      const call = agent[method](path).set(await headersFor(options))
      // Sent as a string, because the client copies members one by one and loses `__proto__`.
      const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
      return call.set('content-type', options.type ?? 'application/json').send(text)
    }
  return {
    store,
    lines,
    stored,
    get: async (path, options = {}) =>
      request(app)
        .get(path)
        // The client's default is gzip, and a compressed response has a weak tag.
        .set('accept-encoding', 'identity')
        .set(await headersFor(options)),
    post: send('post'),
    put: send('put'),
    delete: async (path, options = {}) =>
      request(app)
        .delete(path)
        .set(await headersFor(options)),
    async seed(name, value) {
      const { ref } = DOCUMENTS[name]
      const got = await store.get(ref)
      const condition = got.kind === 'found' ? { ifMatch: got.etag } : ({ absent: true } as const)
      await store.put(ref, Buffer.from(JSON.stringify(value)), condition)
    },
  }
}
