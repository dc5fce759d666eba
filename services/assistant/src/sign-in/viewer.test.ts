import { describe, expect, it } from '@jest/globals'
import { callerOf, maySeeTeam, viewerOf } from './viewer.ts'

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

describe('callerOf', () => {
  it.each([
    ['203.0.113.7', 'address 203.0.113.7'],
    ['::ffff:203.0.113.7', 'address 203.0.113.7'],
    ['2001:db8:0:1::7', 'address 2001:db8:0:1::/64'],
    ['2001:db8:0:1:ffff::', 'address 2001:db8:0:1::/64'],
    ['malformed', 'address unknown'],
    [undefined, 'address unknown'],
  ])('identifies address %s as %s', (address, caller) => {
    expect(callerOf(address)).toBe(caller)
  })

  it('identifies users by their subject', () => {
    const identity = { subject: '1', email: 'kim@acme.example', groups: [] }
    expect(callerOf('203.0.113.7', identity)).toBe('user 1')
  })
})
