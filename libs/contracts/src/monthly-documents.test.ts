import { describe, expect, it } from '@jest/globals'
import { MONTHLY_DOCUMENTS, monthAt, monthlyRef } from './monthly-documents.ts'

describe('monthAt', () => {
  it('returns the document and month of a location', () => {
    const ref = monthlyRef('repositoryUsage', '2026-11')
    expect(ref).toEqual({ bucket: 'assistant', key: 'repository_usage/2026-11.json' })
    expect(monthAt(ref)).toEqual({ name: 'repositoryUsage', month: '2026-11' })
  })

  it.each([
    ['main', 'repository_usage/2026-11.json'],
    ['assistant', 'repository_usage/2026-13.json'],
    ['assistant', 'repository_usage/2026-11.json.bak'],
    ['assistant', 'repository_usage/old/2026-11.json'],
    ['assistant', '2026-11.json'],
  ])('returns nothing for %s/%s', (bucket, key) => {
    expect(monthAt({ bucket, key })).toBeUndefined()
  })
})

describe('MONTHLY_DOCUMENTS', () => {
  it('accepts rows of the host with unknown members', () => {
    const rows = [
      { day: '2026-11-12', repo_id: 7, pull_requests: { total_created: 1 } },
      { day: '2026-11-13', repo_id: 7 },
    ]
    expect(MONTHLY_DOCUMENTS.repositoryUsage.schema.safeParse(rows).success).toBe(true)
  })

  it.each([
    ['without a day', { repo_id: 7 }],
    ['without an id', { day: '2026-11-12' }],
    ['with an instant', { day: '2026-11-12T10:00:00Z', repo_id: 7 }],
  ])('rejects a repository row %s', (_what, row) => {
    expect(MONTHLY_DOCUMENTS.repositoryUsage.schema.safeParse([row]).success).toBe(false)
  })
})
