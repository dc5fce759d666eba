import { describe, expect, it } from '@jest/globals'
import { RADAR_EXAMPLE } from '@landscape/dev/examples'
import { duplicateNamesIn, outlineOf } from './outline.ts'

const [ZIG] = RADAR_EXAMPLE.entries

describe('duplicateNamesIn', () => {
  it('returns names that are ambiguous without ids', () => {
    const [adopt, ...rings] = RADAR_EXAMPLE.rings
    const radar = {
      ...RADAR_EXAMPLE,
      rings: [adopt!, ...rings, { ...adopt!, id: 'usual', name: ' adopt' }],
      entries: [ZIG!, { ...ZIG!, id: 'second' }, { ...ZIG!, id: 'third' }],
    }
    expect(duplicateNamesIn(outlineOf(radar))).toEqual([
      'adopt: 2 rings have this name; an import treats them as one',
      'Zig: 3 entries of Languages have this name; an import rejects all but the first',
    ])
  })

  it('ignores entries with the same name in different quadrants', () => {
    const radar = { ...RADAR_EXAMPLE, entries: [ZIG!, { ...ZIG!, id: 'second', quadrant: '2' }] }
    expect(duplicateNamesIn(outlineOf(radar))).toEqual([])
  })
})
