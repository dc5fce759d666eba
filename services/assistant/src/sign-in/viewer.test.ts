import { describe, expect, it } from '@jest/globals'
import { maySeeTeam, viewerOf } from './viewer.ts'

const teams = [{ slug: 'frontend' }, { slug: 'data' }]

describe('viewerOf', () => {
  it('recognises a member of an admin team as an assistant admin', () => {
    expect(viewerOf(teams, ['platform', 'data']).isAssistantAdmin).toBe(true)
  })

  it.each([
    ['no admin teams', []],
    ['an admin team with a similar slug', ['data-platform', 'Data']],
  ])('recognises no assistant admin with %s', (_name, adminTeams) => {
    expect(viewerOf(teams, adminTeams).isAssistantAdmin).toBe(false)
  })
})

describe('maySeeTeam', () => {
  it('allows own teams to every user and all teams to assistant admins', () => {
    expect(maySeeTeam(viewerOf(teams, []), 'data')).toBe(true)
    expect(maySeeTeam(viewerOf(teams, []), 'platform')).toBe(false)
    expect(maySeeTeam(viewerOf(teams, ['data']), 'platform')).toBe(true)
  })
})
