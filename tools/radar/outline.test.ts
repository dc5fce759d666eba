import { describe, expect, it } from '@jest/globals'
import { RADAR_EXAMPLE } from '@landscape/contracts'
import { namesakesIn, outlineOf } from './outline.ts'

const [ZIG] = RADAR_EXAMPLE.entries

describe('namesakesIn', () => {
  it('names what a format without ids cannot tell apart', () => {
    const [adopt, ...rings] = RADAR_EXAMPLE.rings
    const radar = {
      ...RADAR_EXAMPLE,
      rings: [adopt!, ...rings, { ...adopt!, id: 'usual', name: ' adopt' }],
      entries: [ZIG!, { ...ZIG!, id: 'second' }, { ...ZIG!, id: 'third' }],
    }
    expect(namesakesIn(outlineOf(radar))).toEqual([
      'adopt: 2 rings have this name, which an import takes for one',
      'Zig: 3 entries of Languages have this name, of which an import refuses all but the first',
    ])
  })

  it('names no entries of one name that lie in different quadrants', () => {
    const radar = { ...RADAR_EXAMPLE, entries: [ZIG!, { ...ZIG!, id: 'second', quadrant: '2' }] }
    expect(namesakesIn(outlineOf(radar))).toEqual([])
  })
})
