import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import type { RadarDocument } from '@landscape/contracts/landscape'
import type { StoredDocument } from '@landscape/store/documents/document'
import { HistoryDamaged } from '@landscape/store/history/damaged'
import { diff } from '@landscape/store/history/diff'
import { mergeRuleFor } from './find-base.ts'
import { opaqueTagOf } from './versions.ts'

const email = 'rui@acme.example'
const entry = (version: number) => ({ id: 'a', title: 'A', url: `/${version}` })
const radar = (version: number) => ({
  title: 'Acme',
  quadrants: [],
  rings: [],
  entries: [entry(version), { id: 'b', title: 'B', url: '/' }],
})

/** A radar whose URL was replaced in each version, and counts the records that are read; `end` follows them. */
function edited(versions: number, end?: Error) {
  const reads = { count: 0 }
  const past = {
    async *versions() {
      for (let number = versions; number > 0; number--) {
        reads.count++
        const [before, after] = [radar(number - 1), radar(number)]
        const changes = [{ steps: diff(before, after), actor: { email: 'kim@acme.example' } }]
        yield { number, from: opaqueTagOf(before), leadsTo: opaqueTagOf(after), changes }
      }
      if (end) throw end
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
    await mergeRuleFor(document, { entries: [], basedOn: opaqueTagOf(radar(3)), email })
    expect(reads.count).toBe(0)
  })

  it.each([
    new HistoryDamaged('A record is missing'),
    new DomainError('failed', 'Damaged', { cause: new HistoryDamaged('A record is missing') }),
  ])('uses the versions before the damage of a history: %s', async (end) => {
    const rule = await mergeRuleFor(edited(3, end).document, { entries: [entry(1)], email })
    expect(rule(URL, '/1', '/3')).toBe('keep')
  })

  it.each([
    new TypeError('x is undefined'),
    new DomainError('unavailable', 'Storage is not reachable'),
  ])('fails when the history fails otherwise: %s', async (end) => {
    const { document } = edited(3, end)
    await expect(mergeRuleFor(document, { entries: [entry(9)], email })).rejects.toBe(end)
    const save = { entries: [], basedOn: opaqueTagOf(radar(9)), email }
    await expect(mergeRuleFor(document, save)).rejects.toBe(end)
  })

  it('rejects a basedOn beyond these versions', async () => {
    const of = (version: number) =>
      mergeRuleFor(edited(600).document, {
        entries: [],
        basedOn: opaqueTagOf(radar(version)),
        email,
      })
    expect((await of(100))(URL, '/1', '/600')).toBe('conflict')
    await expect(of(99)).rejects.toMatchObject({ code: 'precondition-failed' })
  })
})
