import { describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from './documents.ts'

describe('DOCUMENTS', () => {
  it('names no object twice', () => {
    const names = Object.values(DOCUMENTS).map(({ ref }) => `${ref.bucket}/${ref.key}`)
    expect(new Set(names).size).toBe(names.length)
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
  ] as const)('accepts %s with what its schema does not know', (name, value) => {
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
  ] as const)('refuses %s of another shape', (name, value) => {
    expect(DOCUMENTS[name].schema.safeParse(value).success).toBe(false)
  })
})
