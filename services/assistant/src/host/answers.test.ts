import { describe, expect, it } from '@jest/globals'
import { allPages } from './answers.ts'
import type { HostOctokit } from './client.ts'

/** Links to a next page for ever. */
const endless = {
  async paginate(_options: object, take: (response: { data: unknown }) => unknown[]) {
    for (;;) take({ data: [] })
  },
} as unknown as HostOctokit

describe('allPages', () => {
  it('ends with a host that links in circles', async () => {
    await expect(allPages(endless, '/user/teams', {}, () => [])).rejects.toThrow('too many pages')
  })
})
