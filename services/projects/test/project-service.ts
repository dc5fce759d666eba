import { setImmediate } from 'node:timers/promises'
import { DOCUMENTS, type Identity } from '@landscape/contracts'
import {
  createIdentitySigner,
  createIdentityVerifier,
  createLogger,
  IDENTITY_HEADER,
} from '@landscape/runtime'
import { createDocument, createEmbeddedStore, type ObjectStore, replace } from '@landscape/store'
import { createApp } from '../src/app.ts'
import type { ClosedLists } from '../src/registry/closed-lists.ts'

const SECRET = 'a-secret-of-more-than-32-characters'
const signer = createIdentitySigner(SECRET)
export const PROJECTS = '/api/v1/projects'

/** Identity header of a signed-in caller. */
export async function as(name: string, ...groups: string[]) {
  return signed({ subject: `sub-${name}`, email: `${name}@acme.example`, groups })
}

/** Identity header of any identity. */
export async function signed(identity: Identity) {
  return { [IDENTITY_HEADER]: await signer.sign(identity, 'projects') }
}

/** Path of a project. */
export const at = (name: string) => `${PROJECTS}/${encodeURIComponent(name)}`

/** A minimal valid project, with more members. */
export const project = (name: string, more: object = {}) => ({
  user: [{ email: '' }],
  details: [{ name }],
  ...more,
})

/** The project registry over a store with these records. */
export async function projectService({
  stored,
  store = createEmbeddedStore(':memory:'),
  existingClients = false,
  closed = {},
}: {
  stored?: readonly unknown[]
  store?: ObjectStore
  existingClients?: boolean
  closed?: ClosedLists
} = {}) {
  const { ref, schema } = DOCUMENTS.projects
  if (stored) await replace(store, ref, Buffer.from(JSON.stringify({ projects: stored, other: 1 })))
  const logs: string[] = []
  const commits: { by: readonly unknown[] }[] = []
  const app = createApp({
    projects: createDocument(store, ref, schema, {
      history: 'projects',
      observers: [{ commit: (_name, { stored }) => void (stored && commits.push(stored)) }],
    }),
    existingClients,
    closed,
    clock: { now: () => performance.now(), yieldToOthers: () => setImmediate() },
    identity: createIdentityVerifier([SECRET], 'projects'),
    logger: createLogger({
      service: 'projects',
      level: 'info',
      destination: { write: (line) => void logs.push(line) },
    }),
    health: { checks: {}, isDraining: () => false },
    bodyLimit: 10 * 1024 * 1024,
    checkReplies: true,
  })
  /** JSON of the stored document; undefined when absent. */
  const text = async () => {
    const got = await store.get(ref)
    return got.kind === 'found' ? got.body.toString() : undefined
  }
  const records = async () => {
    const found = await text()
    return found === undefined ? [] : (JSON.parse(found) as { projects: unknown[] }).projects
  }
  return { app, store, logs, commits, text, records }
}
