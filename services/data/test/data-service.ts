import { DOCUMENTS } from '@landscape/contracts/documents'
import { createIdentityVerifier } from '@landscape/runtime/identity/identity-token'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { openDocuments } from '@landscape/store/documents/open-documents'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import type { ObjectStore } from '@landscape/store/objects/port'
import { createApp } from '../src/app.ts'
import { keepMonths } from '../src/trends/keep-months.ts'
import type { ProcessFacts } from '../src/health/routes.ts'

/** Secret of signed identities. */
export const SECRET = 'a-secret-of-more-than-32-characters'

export const NOW = Date.parse('2026-06-01T00:00:00Z')

/** The data service over a store with these documents (values, or raw strings). */
export async function dataService(
  stored: Partial<Record<keyof typeof DOCUMENTS, unknown>>,
  options: {
    store?: ObjectStore
    now?: () => number
    existingClients?: boolean
    openContacts?: boolean
    publicUrl?: string
    process?: ProcessFacts
  } = {},
) {
  const store = options.store ?? createEmbeddedStore(':memory:')
  const put = (name: keyof typeof DOCUMENTS, value: unknown) =>
    replace(
      store,
      DOCUMENTS[name].ref,
      Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
    )
  for (const name of Object.keys(stored) as (keyof typeof DOCUMENTS)[]) {
    await put(name, stored[name])
  }
  const logs: string[] = []
  const logger = createLogger({
    service: 'data',
    level: 'info',
    destination: { write: (line) => void logs.push(line) },
  })
  const now = options.now ?? (() => NOW)
  const documents = openDocuments(
    store,
    [
      'arrayData',
      'banners',
      'directorates',
      'projects',
      'radar',
      'radarEditions',
      'landscapeMonths',
      'repositories',
      'technologyNames',
    ],
    { logger },
  )
  const app = createApp({
    documents,
    contactDomains: ['*'],
    reviewAfterMonths: 12,
    publicUrl: options.publicUrl,
    openContacts: options.openContacts ?? true,
    existingClients: options.existingClients ?? false,
    identity: createIdentityVerifier([SECRET], 'data'),
    logger,
    health: { checks: {}, isDraining: () => false },
    bodyLimit: 1000,
    checkReplies: true,
    now,
    process: options.process ?? { pid: 42, uptime: () => 12.5, memoryUsage: process.memoryUsage },
  })
  return { app, store, put, logs, keepMonths: () => keepMonths({ documents, now }) }
}

const repository = (
  name: string,
  visibility: string,
  last_commit: string | null,
  languages: { name: string; size: number; percentage: number }[] = [],
  is_archived = false,
) => ({
  name,
  url: `https://scm.example/acme/${name.toLowerCase()}`,
  visibility,
  is_archived,
  last_commit,
  technologies: { languages },
})

export const REPOSITORIES = {
  repositories: [
    repository('Harbour-API', 'PUBLIC', '2025-11-20T10:30:00Z', [
      { name: 'TypeScript', size: 70_000, percentage: 70 },
      { name: 'Shell', size: 30_000, percentage: 30 },
    ]),
    repository('tide-tables', 'PRIVATE', '2024-01-01T00:00:00Z', [
      { name: 'TypeScript', size: 1_000, percentage: 100 },
    ]),
    repository('old-charts', 'INTERNAL', '2020-05-05T00:00:00Z', [], true),
    repository('never-pushed', 'PRIVATE', null),
  ],
  metadata: { last_updated: '2026-05-31T00:00:00Z' },
}

export const RADAR = {
  title: 'Acme Radar',
  extra: { kept: true },
  quadrants: [{ id: '1', name: 'Languages' }],
  rings: [{ id: 'adopt', name: 'ADOPT', color: '#008a00' }],
  entries: [{ id: 'zig', title: 'Zig', quadrant: '1', timeline: [] }],
}

export const BANNERS = {
  messages: [
    { title: 'Planned', message: 'Read-only', type: 'warning', pages: ['radar'], show: true },
    { title: 'Past', message: 'Over', type: 'info', pages: ['radar'], show: false },
    { title: 'Old', message: 'No visibility', type: 'info', pages: ['radar'] },
  ],
}
