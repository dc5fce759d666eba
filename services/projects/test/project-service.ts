import { DOCUMENTS } from '@landscape/contracts/documents'
import type { Identity } from '@landscape/contracts/identity'
import {
  createIdentitySigner,
  createIdentityVerifier,
  IDENTITY_HEADER,
} from '@landscape/runtime/identity/identity-token'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { createDocument } from '@landscape/store/documents/document'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import type { ObjectStore } from '@landscape/store/objects/port'
import { createApp } from '../src/app.ts'

const SECRET = 'a-secret-of-more-than-32-characters'
/** Identities of shared helpers stay valid for all suites of a process. */
const clocks = { now: () => Date.parse('2026-11-21T10:00:00Z') }
const signer = createIdentitySigner(SECRET, clocks)
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
}: {
  stored?: readonly unknown[]
  store?: ObjectStore
  existingClients?: boolean
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
    identity: createIdentityVerifier([SECRET], 'projects', clocks),
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
