import { describe, expect, it } from '@jest/globals'
import { legacy, shown } from './banners.fixture.ts'
import { updateBanner } from './update-banner.ts'

const input = { message: 'New', pages: ['projects'] }
const written = { ...input, description: 'New' }

describe('updateBanner', () => {
  it('keeps the stored title, type and visibility when none is sent', () => {
    const hidden = { ...shown, show: false }
    expect(updateBanner([legacy, hidden], 1, { ...input, title: null })).toEqual([
      legacy,
      { ...hidden, ...written },
    ])
  })

  it('takes what is sent', () => {
    const sent = { ...input, title: '', type: 'error', show: false } as const
    expect(updateBanner([shown], 0, sent)).toEqual([{ ...sent, ...written }])
  })

  it('completes an old record and keeps the fields that it does not know', () => {
    expect(updateBanner([legacy], 0, input)).toEqual([
      { ...legacy, ...written, title: '', type: 'info', show: true },
    ])
  })

  it('refuses an index past the end', () => {
    expect(() => updateBanner([shown], 1, input)).toThrow('Banner index out of range')
  })
})
