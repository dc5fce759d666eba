/** Tests with every outcome that Jest knows, for native.system.test.ts. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'

const calls = []
afterAll(() => {
  expect(calls).toEqual(['before', 'each', 'test', 'after'])
})

describe('hooks', () => {
  beforeAll(() => void calls.push('before'))
  beforeEach(() => void calls.push('each'))
  afterEach(() => void calls.push('after'))
  it('run around a test', () => {
    calls.push('test')
  })
})

describe('a failed hook', () => {
  beforeAll(() => {
    throw new Error('no database')
  })
  it('fails its tests', () => {})
})

it.each([1, 2])('is a table of tests: %i', (number) => {
  expect(number).toBe(1)
})
it.skip('is skipped', () => {})
it.todo('is to be written')
it.failing('is known to fail', () => {
  throw new Error('known')
})
it('makes fewer assertions than it announces', () => {
  expect.assertions(1)
})
it('never ends', () => new Promise(() => {}), 50)
it('rejects a promise that nobody handles', async () => {
  void Promise.reject(new Error('unhandled'))
  await new Promise((resolve) => setTimeout(resolve, 10))
})
