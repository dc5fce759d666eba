import { describe, expect, it } from '@jest/globals'
import type { RadarDocument } from '@landscape/contracts/landscape'
import type { StoredDocument } from '@landscape/store/documents/document'
import { diff } from '@landscape/store/history/diff'
import { mergeRuleFor } from './find-base.ts'
import { tagOf } from './versions.ts'

const email = 'rui@acme.example'
const entry = (version: number) => ({ id: 'a', title: 'A', url: `/${version}` })
const radar = (version: number) => ({
  title: 'Acme',
  quadrants: [],
  rings: [],
  entries: [entry(version), { id: 'b', title: 'B', url: '/' }],
})

/** A radar whose URL was replaced in each version, and counts the records that are read. */
function edited(versions: number) {
  const reads = { count: 0 }
  const past = {
    async *versions() {
      for (let number = versions; number > 0; number--) {
        reads.count++
        const [before, after] = [radar(number - 1), radar(number)]
        const changes = [{ steps: diff(before, after), actor: { email: 'kim@acme.example' } }]
        yield { number, from: tagOf(before), leadsTo: tagOf(after), changes }
      }
    },
  }
  const document = {
    read: () => Promise.resolve({ value: radar(versions) }),
    past: () => Promise.resolve(past),
  } as unknown as StoredDocument<RadarDocument>
  return { document, reads }
}

const URL = { id: 'a', field: 'url' }

describe('mergeRuleFor', () => {
  it('reads at most 500 versions', async () => {
    const { document, reads } = edited(600)
    const rule = await mergeRuleFor(document, { entries: [entry(101)], email })
    expect(rule(URL, '/101', '/600')).toBe('keep')
    expect(reads.count).toBe(500)
  })

  it('requires basedOn from a page that was loaded before these versions', async () => {
    const { document } = edited(600)
    const old = mergeRuleFor(document, { entries: [entry(100)], email })
    const message = expect.stringContaining('send the ETag of its read in basedOn')
    await expect(old).rejects.toMatchObject({ code: 'conflict', message })
    const known = await mergeRuleFor(edited(499).document, { entries: [entry(0)], email })
    expect(known(URL, '/0', '/499')).toBe('keep')
  })

  it('reads no version for a save without changes, nor for the present version', async () => {
    const { document, reads } = edited(3)
    await mergeRuleFor(document, { entries: [entry(3)], email })
    await mergeRuleFor(document, { entries: [], basedOn: tagOf(radar(3)), email })
    expect(reads.count).toBe(0)
  })

  it('rejects a basedOn beyond these versions', async () => {
    const of = (version: number) =>
      mergeRuleFor(edited(600).document, { entries: [], basedOn: tagOf(radar(version)), email })
    expect((await of(100))(URL, '/1', '/600')).toBe('conflict')
    await expect(of(99)).rejects.toMatchObject({ code: 'precondition-failed' })
  })
})
