import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { harness, REVIEWER, type Harness } from './harness.ts'
import { entry, radar } from './radar-data.ts'
import { openPage, storedEntries } from './review-page.ts'

const PAIRS = 12
const pairs = Array.from({ length: PAIRS }, (_, i) => i)
const reviewers = Array.from({ length: 2 * PAIRS }, (_, i) => i)
/** Entries that one reviewer edits, then those that two edit, then one that nobody edits. */
const own = (reviewer: number) => `own${reviewer}`
const shared = (reviewer: number) => `shared${Math.floor(reviewer / 2)}`
const opaque = [{ title: 'without an id' }, { id: 'without a title' }]
const ids = [...reviewers.map(own), ...pairs.map((pair) => shared(2 * pair)), 'untouched']

let directory: string
let stores: ReturnType<typeof createEmbeddedStore>[]
let handles: Harness[]
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'landscape-radar-races-'))
  stores = [createEmbeddedStore(directory), createEmbeddedStore(directory)]
  handles = stores.map((store) => harness(store))
  await handles[0]!.seed('radar', radar([...opaque, ...ids.map((id) => entry(id))]))
})
afterEach(() => {
  for (const store of stores) store.close()
  rmSync(directory, { recursive: true })
})
const { entries, stored, descriptions } = storedEntries(() => handles[0]!)
const open = (reviewer: number) => {
  const email = `reviewer${reviewer}@acme.example`
  return openPage(handles[reviewer % 2]!, { ...REVIEWER, subject: email, email })
}
const edited = async (reviewer: number) => {
  const page = await open(reviewer)
  page.move(own(reviewer), `by ${reviewer}`)
  page.edit(own(reviewer), () => ({ url: `/${reviewer}` }))
  page.move(shared(reviewer), `by ${reviewer}`)
  return page
}

describe('pages of many reviewers in two processes', () => {
  it('lose no acknowledged edit when they save at once, and store nothing of a conflict', async () => {
    const pages = await Promise.all(reviewers.map(edited))
    const saved = await Promise.all(pages.map((page) => page.save()))
    const statuses = saved.map(({ status }) => status)
    for (const pair of pairs) {
      expect(new Set(statuses.slice(2 * pair, 2 * pair + 2))).toEqual(new Set([200, 409]))
    }
    for (const reviewer of reviewers) {
      const isSaved = statuses[reviewer] === 200
      const text = `by ${reviewer}`
      expect(await descriptions(own(reviewer))).toEqual(isSaved ? ['first', text] : ['first'])
      expect(await stored(own(reviewer))).toMatchObject({ url: isSaved ? `/${reviewer}` : '#' })
      if (isSaved) expect(await descriptions(shared(reviewer))).toEqual(['first', text])
    }
    const rejected = reviewers.filter((reviewer) => statuses[reviewer] === 409)
    const again = await Promise.all(rejected.map(edited))
    for (const { status } of await Promise.all(again.map((page) => page.save()))) {
      expect(status).toBe(200)
    }
    for (const reviewer of reviewers) {
      expect(await descriptions(own(reviewer))).toEqual(['first', `by ${reviewer}`])
      const texts = (await descriptions(shared(reviewer))).toSorted()
      const [even, odd] = [reviewer - (reviewer % 2), reviewer - (reviewer % 2) + 1]
      expect(texts).toEqual([`by ${even}`, `by ${odd}`, 'first'].toSorted())
    }
    expect(await entries()).toEqual(expect.arrayContaining(opaque))
  })

  it('keep the newer value of each field that an outdated page sends back', async () => {
    const outdated = await Promise.all(reviewers.map(open))
    const pages = await Promise.all(reviewers.map(edited))
    for (const reviewer of pairs.map((pair) => 2 * pair)) await pages[reviewer]!.save()
    const before = await handles[0]!.stored('radar')
    const saved = await Promise.all(outdated.map((page) => page.save()))
    for (const { status, body } of saved) {
      expect([status, body.kept.length]).toEqual([200, 2 * PAIRS])
    }
    expect(await handles[1]!.stored('radar')).toEqual(before)
  })
})
