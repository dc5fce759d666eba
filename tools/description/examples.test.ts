import { describe, expect, it } from '@jest/globals'
import { allRoutes } from './all-routes.ts'
import { readExamples } from './examples.ts'

describe('readExamples', () => {
  const examples = readExamples()

  it('returns examples of existing operations only', () => {
    const ids = new Set(Object.values(allRoutes()).flatMap((routes) => routes.map(({ id }) => id)))
    expect(Object.keys(examples).filter((id) => !ids.has(id))).toEqual([])
  })

  it('replaces references by their values', () => {
    expect(examples['listProjects']?.reply).toEqual([examples['getProject']?.reply])
    expect(JSON.stringify(examples)).not.toContain('$ref')
  })
})
