import { inSlices } from '@landscape/contracts/async/in-slices'
import { describe, expect, it } from '@jest/globals'
import { joinLandscape, NO_DOCUMENTS } from '../join/join-landscape.ts'
import { subjectsOf } from './search-subjects.ts'

describe('subjectsOf', () => {
  it('keeps repositories of one address apart from one whose address ends with a number', async () => {
    const urls = ['https://scm.example/a 2', 'https://scm.example/a', 'https://scm.example/a']
    const repositories = urls.map((url, i) => ({ name: `name-${i}`, url }))
    const joined = await inSlices(
      joinLandscape({ ...NO_DOCUMENTS, repositories: { repositories } }),
    )
    const subjects = await inSlices(subjectsOf(joined))
    expect([...subjects.values()].map(({ label }) => label)).toEqual(['name-0', 'name-1', 'name-2'])
  })
})
