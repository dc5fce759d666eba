/** Edits of every document, and reads of their changes. */
import { expect } from '@jest/globals'
import { ADMIN, type Harness, REVIEWER } from './harness.ts'
import { entry, radar } from './radar-data.ts'

export const ALL = '/admin/api/history'
export const OF_RADAR = '/review/api/history'

export interface ShownChange {
  id: string
  at: string
  document: string
  summary: string
  operations: { op: string; path: string; before?: unknown; after?: unknown }[]
  undoneBy: string | null
}

export const project = (name: string, language: string) => ({
  details: [{ name }],
  architecture: { languages: { main: [language], others: [] } },
})

/** Edits each document once: a reviewer the radar; then an administrator lists, a banner and projects. */
export async function editAll(h: Harness): Promise<void> {
  await h.seed('radar', radar())
  await h.seed('arrayData', { languages: [] })
  await h.seed('banners', { messages: [] })
  await h.seed('projects', { projects: [project('Tides', 'Go'), project('Charts', 'Rust')] })
  const renamed = { ...radar(), entries: [entry('zig', { description: 'new' })] }
  const edits = [
    await h.post('/review/api/tech-radar/update', renamed, { as: REVIEWER }),
    await h.post('/admin/api/array-data/update', { category: 'languages', items: ['Zig'] }),
    await h.post('/admin/api/banners/update', { banner: { message: 'Hello', pages: ['radar'] } }),
    await h.post('/admin/api/normalise/technology', { from: 'Go', to: 'Golang' }),
  ]
  expect(edits.map(({ status }) => status)).toEqual([200, 200, 200, 200])
}

/** The changes of a page. */
export async function changes(
  h: Harness,
  query = '',
  path = ALL,
  as = ADMIN,
): Promise<ShownChange[]> {
  const { status, body } = await h.get(path + query, { as })
  expect([status, body.error]).toEqual([200, undefined])
  return body.changes as ShownChange[]
}
