import { describe, expect, it } from '@jest/globals'
import { bannerIds } from '@landscape/contracts/banners'
import * as fc from 'fast-check'
import { addBanner, deleteBanner, setVisibility } from './edits.ts'

describe('the ids of banners', () => {
  const Banner = fc.record(
    { message: fc.constantFrom('a', 'b'), id: fc.constantFrom('x', 'y', null, 7) },
    { requiredKeys: ['message'] },
  )
  const List = fc.array(fc.oneof(Banner, fc.constantFrom(null, 'text')), {
    minLength: 1,
    maxLength: 8,
  })
  const Edits = fc.array(fc.tuple(fc.constantFrom('add', 'toggle', 'delete'), fc.nat()), {
    maxLength: 12,
  })

  it('are kept when other banners are added, changed and deleted', () => {
    const sent = { message: 'a', pages: ['radar'] }
    fc.assert(
      fc.property(List, Edits, (list: unknown[], edits) => {
        for (const [edit, at] of edits) {
          const ids = bannerIds(list)
          const index = list.length === 0 ? 0 : at % list.length
          const isBanner = typeof list[index] === 'object' && list[index] !== null
          if (edit === 'add') {
            list = addBanner(list, { banner: sent, at: [] })
            expect(bannerIds(list).slice(0, -1)).toEqual(ids)
          } else if (edit === 'delete' && list.length > 0) {
            list = deleteBanner(list, { index })
            expect(bannerIds(list)).toEqual(ids.toSpliced(index, 1))
          } else if (edit === 'toggle' && isBanner) {
            list = setVisibility(list, { index })
            expect(bannerIds(list)).toEqual(ids)
          }
          const known = bannerIds(list).filter((id) => id !== undefined)
          expect(new Set(known).size).toBe(known.length)
        }
      }),
    )
  })
})
