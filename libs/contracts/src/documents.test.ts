import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from './documents.ts'

describe('DOCUMENTS', () => {
  it('gives each document its own object', () => {
    const names = Object.values(DOCUMENTS).map(({ ref }) => `${ref.bucket}/${ref.key}`)
    expect(new Set(names).size).toBe(names.length)
  })

  // spec: 1-s13
  it('distributes documents over three buckets', () => {
    const buckets = Object.values(DOCUMENTS).map(({ ref }) => ref.bucket)
    expect([...new Set(buckets)].toSorted()).toEqual(['assistant', 'audit-tool', 'main'])
    const bucketOf = (name: keyof typeof DOCUMENTS) => DOCUMENTS[name].ref.bucket
    const landscape = ['repositories', 'radar', 'banners', 'directorates'] as const
    expect(landscape.map(bucketOf)).toEqual(['main', 'main', 'main', 'main'])
    expect((['projects', 'arrayData'] as const).map(bucketOf)).toEqual(['audit-tool', 'audit-tool'])
    const usage = ['organisationHistory', 'teamsHistory', 'seats'] as const
    expect(usage.map(bucketOf)).toEqual(['assistant', 'assistant', 'assistant'])
  })

  it.each([
    ['projects', { projects: [null, { user: '' }], other: 1 }],
    ['projects', {}],
    ['repositories', { repositories: [null, { name: 'a' }] }],
    ['banners', { messages: [{ message: 'x', page: 'radar' }] }],
    ['banners', { messages: [null, { show: 'true' }] }],
    ['arrayData', { languages: ['Go'], frameworks: [] }],
    ['arrayData', { languages: ['Go', 7], frameworks: 'text' }],
    ['radar', { title: 'x', quadrants: [{ id: '1' }], rings: [null], entries: [null, {}] }],
    ['directorates', [null, { id: '1' }]],
    ['organisationHistory', [{ date: '2026-01-01', more: {} }]],
  ] as const)('accepts unknown members of %s', (name, value) => {
    expect(DOCUMENTS[name].schema.safeParse(value).success).toBe(true)
  })

  it.each([
    ['projects', []],
    ['repositories', {}],
    ['banners', { messages: {} }],
    ['arrayData', []],
    ['radar', { title: 'x' }],
    ['directorates', {}],
    ['teamsHistory', [{ data: [] }]],
  ] as const)('rejects %s of another shape', (name, value) => {
    expect(DOCUMENTS[name].schema.safeParse(value).success).toBe(false)
  })
})
