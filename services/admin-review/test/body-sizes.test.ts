import { expect, it } from '@jest/globals'
import { harness } from './harness.ts'
import { radar } from './radar-data.ts'

const MANY_VALUES = `{"entries":[${'1,'.repeat(300_000)}1]}`

it.each([
  ['/admin/api/banners/toggle', 413, 'Payload too large'],
  ['/review/api/tech-radar/update', 400, 'JSON has too many values'],
])('POST %s accepts the size of its documents only', async (path, status, error) => {
  const h = harness()
  await h.seed('banners', { messages: [{ message: 'x' }] })
  await h.seed('radar', radar())
  const response = await h.post(path, MANY_VALUES)
  expect([response.status, response.body.error]).toEqual([status, error])
})
