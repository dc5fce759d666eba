import { describe, expect, it } from '@jest/globals'
import { bannerContentId, bannerIds } from '@landscape/contracts/banners'
import { MAX_BANNERS } from './bodies.ts'
import {
  addBanner,
  deleteBanner,
  lossesOfBanners,
  replaceBanners,
  setVisibility,
  updateBanner,
} from './edits.ts'
import { legacy, shown } from './banners.fixture.ts'

const idOf = bannerContentId
const replaced = (stored: readonly unknown[], banner: readonly unknown[]) =>
  replaceBanners(stored, { banner, at: [] })
const added = (stored: readonly unknown[], banner: unknown) => addBanner(stored, { banner, at: [] })
const updated = (stored: readonly unknown[], index: number, banner: unknown) =>
  updateBanner(stored, { address: { index }, banner, at: ['banner'] })

describe('the message of a banner', () => {
  it('must equal the description of a new banner', () => {
    expect(() => added([], { ...shown, description: 'Second' })).toThrow('Invalid banner data')
  })

  it('is replaced by the description if only that was changed', () => {
    expect(updated([shown], 0, { ...shown, description: 'Second' })).toMatchObject([
      { message: 'Second', description: 'Second' },
    ])
  })

  it('replaces the description if only the message was changed', () => {
    expect(updated([shown], 0, { ...shown, message: 'Second' })).toMatchObject([
      { message: 'Second', description: 'Second' },
    ])
  })
})

describe('replaceBanners', () => {
  it('keeps a list that is sent back unchanged', () => {
    const read = { ...shown, ticket: 7, id: 'mine' }
    expect(replaced([read], [read])).toEqual([read])
  })

  it('completes an old record and keeps unknown fields', () => {
    const complete = { title: '', description: 'Old', type: 'info', pages: ['radar'], show: true }
    expect(replaced([], [legacy])).toEqual([
      { ...legacy, ...complete, id: idOf({ ...legacy, ...complete }) },
    ])
  })

  it('gives banners sent without ids their stored ids', () => {
    const stored = [legacy, { ...shown, id: 'mine' }, null, shown]
    const sent = [{ ...shown, show: false }, shown, legacy].map((banner) => ({ ...banner }))
    expect(bannerIds(replaced(stored, sent))).toEqual(['mine', idOf(shown), idOf(legacy)])
  })

  it('gives no two banners the same id', () => {
    const stored = [{ ...shown, id: 'mine' }]
    const ids = bannerIds(replaced(stored, [shown, { ...shown, id: 'mine' }]))
    expect(ids).toEqual([idOf(shown), 'mine'])
    expect(bannerIds(replaced([], stored.concat(stored)))).toEqual(['mine', idOf(shown)])
  })

  it('stores a banner sent twice, once with its id and once with a new one', () => {
    const id = idOf(shown)
    const sent = [
      { ...shown, id, message: 'Altered' },
      { ...shown, id },
      { ...shown, id },
    ]
    const ids = bannerIds(replaced([shown], sent))
    expect(ids).toContain(id)
    expect(new Set(ids).size).toBe(3)
  })

  it('gives a copy without an id another id than the original', () => {
    const id = idOf(shown)
    const sent = [shown, { ...shown, id }]
    expect(bannerIds(replaced([shown], sent))).toEqual([`${id}-2`, id])
  })
})

describe('addBanner', () => {
  it('rejects a banner above the maximum number with its path', () => {
    const full = Array.from({ length: MAX_BANNERS }, () => ({ message: 'x' }))
    const banner = { message: 'y', pages: ['radar'] }
    expect(() => addBanner(full, { banner, at: ['banner'] })).toThrow(
      expect.objectContaining({
        faults: [{ path: ['banner'], detail: 'exceeds the maximum number of banners' }],
      }),
    )
  })

  it('appends a banner with defaults and changes nothing else', () => {
    const whole = {
      title: '',
      message: 'x',
      description: 'x',
      type: 'info',
      pages: ['radar'],
      show: true,
    }
    const list = added([shown, legacy], { description: 'x', pages: ['radar'] })
    expect(list).toEqual([shown, legacy, { ...whole, id: idOf(whole) }])
  })

  it('rejects a banner above the maximum number', () => {
    const full = Array.from({ length: 10_000 }, () => shown)
    expect(() => added(full, { message: 'x', pages: ['a'] })).toThrow(
      expect.objectContaining({ code: 'invalid-input' }),
    )
    expect(added(full.slice(1), { message: 'x', pages: ['a'] })).toHaveLength(10_000)
  })
})

const input = { message: 'New', pages: ['projects'] }
const written = { ...input, description: 'New' }
const at = (index: number) => ({ index })

describe('updateBanner', () => {
  it('keeps the stored title, type and visibility if omitted', () => {
    const hidden = { ...shown, show: false }
    expect(updated([legacy, hidden], 1, { ...input, title: null })).toEqual([
      legacy,
      { ...hidden, ...written, id: idOf(shown) },
    ])
  })

  it('replaces the sent fields', () => {
    const sent = { ...input, title: '', type: 'error', show: false } as const
    expect(updated([shown], 0, sent)).toEqual([{ ...sent, ...written, id: idOf(shown) }])
  })

  it('completes an old record and keeps unknown fields', () => {
    expect(updated([legacy], 0, input)).toEqual([
      { ...legacy, ...written, title: '', type: 'info', show: true, id: idOf(legacy) },
    ])
  })

  it('rejects an index past the end', () => {
    expect(() => updated([shown], 1, input)).toThrow('Banner index out of range')
  })
})

describe('setVisibility', () => {
  it('inverts the visibility if none is given', () => {
    expect(setVisibility([shown, legacy], at(0))).toEqual([
      { ...shown, show: false, id: idOf(shown) },
      legacy,
    ])
    expect(setVisibility([shown, legacy], at(1))).toEqual([
      shown,
      { ...legacy, show: true, id: idOf(legacy) },
    ])
  })

  it('sets the given visibility', () => {
    expect(setVisibility([shown], at(0), true)).toEqual([{ ...shown, id: idOf(shown) }])
    expect(setVisibility([shown], at(0), false)).toEqual([
      { ...shown, show: false, id: idOf(shown) },
    ])
  })

  it('rejects a banner with another message than given', () => {
    expect(() => setVisibility([shown], { index: 0, message: 'Old' }, false)).toThrow(
      expect.objectContaining({ code: 'conflict' }),
    )
  })
})

describe('deleteBanner', () => {
  it('removes one banner and moves later banners up', () => {
    expect(deleteBanner([shown, legacy, shown], at(1))).toEqual([shown, shown])
  })

  it('keeps the ids of equal banners', () => {
    const list = [shown, legacy, shown, shown]
    const [, old, second, third] = bannerIds(list)
    const after = deleteBanner(list, at(0))
    expect(bannerIds(after)).toEqual([old, second, third])
    expect(after[0]).toBe(legacy)
  })

  it('rejects an index out of range and a banner with another title', () => {
    expect(() => deleteBanner([shown], at(-1))).toThrow('Banner index out of range')
    expect(() => deleteBanner([shown], { index: 0, title: 'Two' })).toThrow('Banner has changed')
  })
})

describe('lossesOfBanners', () => {
  it('identifies banners by id, stored or derived, and names them by message', () => {
    const a = { message: 'A', title: 'one', show: true }
    const before = [a, { ...a, id: 'x' }, { description: 'B' }, {}, null]
    const after = [
      { message: 'New message', id: 'x' },
      { ...a, show: false },
    ]
    expect(lossesOfBanners({ messages: before }, { messages: after })).toEqual([
      { of: 'banners', removes: ['B', '{}', 'null'], total: 5, empties: false },
    ])
    expect(lossesOfBanners({ messages: before }, { messages: [] })[0]).toMatchObject({
      removes: ['A', 'A', 'B', '{}', 'null'],
      empties: true,
    })
  })
})
