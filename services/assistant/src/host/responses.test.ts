import { describe, expect, it } from '@jest/globals'
import { allPages } from './responses.ts'
import type { HostOctokit } from './client.ts'

/** Always links to a next page. */
const endless = {
  async paginate(_options: object, take: (response: { data: unknown }) => unknown[]) {
    for (;;) take({ data: [] })
  },
} as unknown as HostOctokit

describe('allPages', () => {
  it('fails when page links are circular', async () => {
    await expect(allPages(endless, '/user/teams', {}, () => [])).rejects.toThrow('too many pages')
  })
})
