import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { NODE_OPTIONS } from './launch.ts'

describe('NODE_OPTIONS', () => {
  it('equals the options of the image', () => {
    const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8')
    expect(/ NODE_OPTIONS=(\S+)/.exec(dockerfile)?.[1]).toBe(NODE_OPTIONS)
  })
})
