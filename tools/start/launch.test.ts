import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { NODE_OPTIONS } from './launch.ts'

describe('NODE_OPTIONS', () => {
  it('are those of the image, which also has a share of its memory for the heap', () => {
    const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')
    const options = [...dockerfile.matchAll(/ NODE_OPTIONS="?([^"\n]+)/g)].map(([, found]) => found)
    const heap = '--max-old-space-size-percentage=70'
    expect(options).toEqual([heap, `${NODE_OPTIONS} ${heap}`])
  })
})
