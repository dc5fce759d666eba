import { expect, it } from '@jest/globals'
import { readConfig } from './config.ts'

it('listens on port 5004 by default', () => {
  const env = { INTERNAL_TOKEN_SECRET: 'a-secret-of-more-than-32-characters' }
  expect(readConfig(env)).toMatchObject({ port: 5004 })
})
