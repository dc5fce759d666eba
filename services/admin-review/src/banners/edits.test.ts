import { describe, expect, it } from '@jest/globals'
import { bannerContentId, withBannerIds } from '@landscape/contracts/banners'
import { asRecord } from '@landscape/contracts/json'
import { first, legacy } from './banners.fixture.ts'
import { MAX_BANNERS } from './bodies.ts'
import {
  addBanner,
  deleteBanner,
  lossesOfBanners,
  replaceBanners,
  setVisibility,
  updateBanner,
} from './edits.ts'

const idOf = bannerContentId
const opaque = { title: 'without a message' }
const withoutId = ({ id: _id, ...banner }: { id?: string }) => banner

const replaced = (stored: unknown[], banner: readonly unknown[]) =>
  replaceBanners(stored, { banner, at: [] })
const added = (stored: unknown[], banner: unknown) => addBanner(stored, { banner, at: [] })
const updated = (stored: unknown[], index: number, banner: unknown) =>
  updateBanner(stored, { index }, { banner, at: ['banner'] })
const idsIn = (list: readonly unknown[]) => list.map((banner) => asRecord(banner)['id'])
const faultsOf = (edit: () => unknown) => {
  try {
    return edit()
  } catch (error) {
    return (error as { faults: object }).faults
  }
}

describe('the message of a banner', () => {
  it('must equal the description of a new banner', () => {
    const sent = { ...withoutId(first), description: 'Second' }
    expect(faultsOf(() => added([], sent))).toEqual([
      { path: ['description'], detail: 'differs from message' },
    ])
  })

  it.each(['message', 'description'])('is replaced when only %s was changed', (name) => {
    const texts = { message: 'Second', description: 'Second' }
    expect(updated([first], 0, { ...first, [name]: 'Second' })).toMatchObject([texts])
    expect(replaced([first], [{ ...first, [name]: 'Second' }])).toMatchObject([texts])
  })

  it('is replaced by a client that knows only the description', () => {
    const { message: _none, ...sent } = first
    expect(updated([first], 0, { ...sent, description: 'Second' })).toMatchObject([
      { message: 'Second', description: 'Second' },
    ])
  })
})

describe('replaceBanners', () => {
  it('keeps elements that are sent back unchanged, valid or not', () => {
    const stored = [{ ...first, type: 'odd' }, legacy, opaque, null, 'text']
    expect(replaced(stored, structuredClone(stored))).toEqual(stored)
    expect(replaced(stored, stored.toReversed())).toEqual(stored.toReversed())
  })

  it('rejects a new element without a message', () => {
    expect(faultsOf(() => replaced([opaque], [{ ...opaque, title: 'Other' }]))).toEqual([
      { path: [0, 'message'], detail: 'must not be empty' },
      { path: [0, 'pages'], detail: 'must not be empty' },
    ])
  })

  it('completes a new banner and keeps unknown members', () => {
    const complete = { title: '', description: 'Old', type: 'info', pages: ['radar'], show: true }
    const expected = { ...withoutId(legacy), ...complete }
    expect(replaced([], [withoutId(legacy)])).toEqual([{ ...expected, id: idOf(expected) }])
  })

  it('gives banners sent without ids those of equal stored ones', () => {
    const stored = [legacy, first, null]
    const sent = [{ ...withoutId(first), show: false }, withoutId(first), withoutId(legacy)]
    expect(idsIn(replaced(stored, sent))).toEqual(['one', idOf(first), 'old'])
  })

  it('gives banners sent as a client first sent them the ids that they got', () => {
    const sent = [{ message: 'x', pages: ['radar'] }]
    const stored = [{ ...asRecord(added([], sent[0])[0]), id: 'mine' }]
    expect(replaced(stored, sent)).toEqual(stored)
  })

  it('keeps an id that is not stored, and gives a copy of a banner another one', () => {
    expect(idsIn(replaced([first], [{ ...first, id: 'new' }]))).toEqual(['new'])
    expect(idsIn(replaced([first], [first, withoutId(first)]))).toEqual(['one', idOf(first)])
  })

  it('rejects an id that is sent twice', () => {
    expect(faultsOf(() => replaced([first], [legacy, first, first]))).toEqual([
      { path: [2, 'id'], detail: 'is the id of another banner' },
    ])
  })
})

describe('addBanner', () => {
  it('appends a banner with defaults and changes nothing else', () => {
    const texts = { message: 'x', description: 'x' }
    const whole = { title: '', ...texts, type: 'info', pages: ['radar'], show: true }
    const list = added([first, legacy], { description: 'x', pages: ['radar'] })
    expect(list).toEqual([first, legacy, { ...whole, id: idOf(whole) }])
  })

  it('rejects a banner above the maximum number with its path', () => {
    const full = withBannerIds(Array.from({ length: MAX_BANNERS }, () => ({ message: 'x' })))
    const sent = { banner: { message: 'y', pages: ['radar'] }, at: ['banner'] }
    expect(faultsOf(() => addBanner(full, sent))).toEqual([
      { path: ['banner'], detail: 'exceeds the maximum number of banners' },
    ])
    expect(addBanner(full.slice(1), sent)).toHaveLength(MAX_BANNERS)
  })
})

describe('updateBanner', () => {
  const input = { message: 'New', pages: ['projects'] }
  const written = { ...input, description: 'New' }

  it('keeps the stored members that are omitted', () => {
    const hidden = { ...first, show: false, ticket: 7 }
    expect(updated([legacy, hidden], 1, { ...input, title: null })).toEqual([
      legacy,
      { ...hidden, ...written },
    ])
  })

  it('replaces the sent members', () => {
    const sent = { ...input, title: '', type: 'error', show: false }
    expect(updated([first], 0, sent)).toEqual([{ ...sent, ...written, id: 'one' }])
  })

  it('completes an old record and keeps unknown members', () => {
    expect(updated([legacy], 0, input)).toEqual([
      { ...legacy, ...written, title: '', type: 'info', show: true },
    ])
  })

  it('replaces the page of an old record', () => {
    expect(updated([{ ...legacy, pages: ['radar'] }], 0, { message: 'Old', page: 'new' })).toEqual([
      expect.objectContaining({ pages: ['new'] }),
    ])
  })

  it('returns the same list when the banner is sent back', () => {
    const list = [first, legacy]
    expect(updated(list, 1, legacy)).toBe(list)
  })
})

describe('setVisibility', () => {
  it('inverts the visibility if none is given', () => {
    expect(setVisibility([first, legacy], { index: 0 })).toEqual([
      { ...first, show: false },
      legacy,
    ])
    expect(setVisibility([first, legacy], { id: 'old' })).toEqual([
      first,
      { ...legacy, show: true },
    ])
  })

  it('sets the given visibility', () => {
    expect(setVisibility([first], { index: 0 }, true)).toEqual([first])
    expect(setVisibility([first], { index: 0 }, false)).toEqual([{ ...first, show: false }])
  })
})

describe('deleteBanner', () => {
  it.each([
    [{ index: 1 }, [first, opaque, null]],
    [{ id: 'old' }, [first, opaque, null]],
    [{ index: 2 }, [first, legacy, null]],
    [{ index: 3 }, [first, legacy, opaque]],
  ])('removes the element at %j, opaque or not', (address, rest) => {
    expect(deleteBanner([first, legacy, opaque, null], address)).toEqual(rest)
  })
})

describe('an opaque element', () => {
  it.each([
    ['updated', (index: number) => updated([opaque, null], index, first)],
    ['shown or hidden', (index: number) => setVisibility([opaque, null], { index })],
  ])('is not %s', (_verb, edit) => {
    for (const index of [0, 1]) {
      expect(() => edit(index)).toThrow(
        expect.objectContaining({
          code: 'conflict',
          message: expect.stringContaining('npm run store -- inspect'),
        }),
      )
    }
  })
})

describe('lossesOfBanners', () => {
  it('identifies banners by id and names them by message', () => {
    const before = [first, legacy, { description: 'B', id: 'b' }, opaque, null]
    const after = [
      { ...first, message: 'New message' },
      { ...legacy, show: false },
    ]
    const removes = ['B', JSON.stringify(opaque), 'null']
    expect(lossesOfBanners({ messages: before }, { messages: after })).toEqual([
      { of: 'banners', removes, total: 5, empties: false },
    ])
    expect(lossesOfBanners({ messages: before }, { messages: [] })[0]).toMatchObject({
      removes: ['First', 'Old', ...removes],
      empties: true,
    })
  })
})
