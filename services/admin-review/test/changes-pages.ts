/** The pages of changes in a browser, over a radar and banners with one change each. */
import { expect } from '@jest/globals'
import { ADMIN, harness, REVIEWER, type Harness } from './harness.ts'
import { entry, radar } from './radar-data.ts'

export const FORM = 'application/x-www-form-urlencoded'
export const EVIL = `<script>alert("1")</script>`

/** A radar whose entry has a description. */
export const described = (description: string) => ({
  ...radar(),
  entries: [entry('zig', { description })],
})

export async function changedHarness(): Promise<Harness> {
  const h = harness()
  await h.seed('radar', radar())
  await h.seed('banners', { messages: [] })
  await h.post('/review/api/tech-radar/update', described('new'), { as: REVIEWER })
  await h.post('/admin/api/banners/update', { banner: { message: EVIL, pages: ['radar'] } })
  return h
}

/** Requests of the pages. */
export function browserOf(h: () => Harness) {
  return {
    page: async (path: string, as = ADMIN) => {
      const { status, text, headers } = await h().get(path, { as })
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      return { text, headers }
    },
    undo: (id: string, body = 'confirm=undo', as = ADMIN, type = FORM) =>
      h().post(`/changes/${id}/undo`, body, { as, type }),
  }
}
