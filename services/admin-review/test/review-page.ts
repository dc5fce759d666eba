/** The review page in a browser, over a radar of twelve entries. */
import { harness, type Harness, REVIEWER } from './harness.ts'
import { entry, radar } from './radar-data.ts'

export const REVIEW = '/review/api/tech-radar/update'
export const IDS = Array.from({ length: 12 }, (_, i) => `e${String(i).padStart(2, '0')}`)
export const DONE = { message: 'Tech radar updated successfully' }
export const KIM = { ...REVIEWER, subject: 'subject-kim', email: 'kim@acme.example' }
type Entry = ReturnType<typeof entry>

/** A harness with the radar. */
export async function radarHarness(): Promise<Harness> {
  const h = harness()
  await h.seed('radar', radar(IDS.map((id) => entry(id))))
  return h
}

/** Reads of the stored entries. */
export function storedEntries(h: () => Harness) {
  const entries = async () => ((await h().stored('radar')) as { entries: Entry[] }).entries
  const stored = async (id: string) => (await entries()).find((one) => one.id === id)!
  const descriptions = async (id: string) =>
    (await stored(id)).timeline.map(({ description }) => description)
  return { entries, stored, descriptions }
}

/** A browser with the review page: it reads the radar once, and every save posts all entries. */
export async function openPage(h: Harness, as = REVIEWER) {
  const read = await h.get('/admin/api/tech-radar')
  let mine = (read.body as { entries: Entry[] }).entries
  return {
    etag: read.headers['etag']!,
    edit(id: string, change: (one: Entry) => object) {
      mine = mine.map((one) => (one.id === id ? { ...one, ...change(one) } : one))
    },
    move(id: string, description: string) {
      const position = { moved: 1, ringId: 'hold', date: '2026-03-01', description, author: null }
      this.edit(id, ({ timeline }) => ({ timeline: [...timeline, position] }))
    },
    save: (more: object = {}, headers = {}) =>
      h.post(
        REVIEW,
        { ...more, entries: mine.map((one) => ({ ...one, filteredTimeline: one.timeline })) },
        { as, headers },
      ),
  }
}
