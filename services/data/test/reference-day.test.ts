import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { dataService } from './data-service.ts'

const BEFORE = Date.parse('2026-06-01T23:59:59.999Z')
const position = (ringId: string, date: string, more = {}) => {
  return { moved: 0, ringId, date, description: `To ${ringId}`, ...more }
}
const RADAR = {
  title: 'Radar',
  quadrants: [{ id: '1', name: 'Languages' }],
  rings: ['adopt', 'trial', 'hold'].map((id) => ({ id, name: id.toUpperCase() })),
  entries: [
    {
      id: 'go',
      title: 'Go',
      quadrant: '1',
      timeline: [position('adopt', '2024-01-01'), position('hold', '2026-06-02 08:00:00')],
    },
    { id: 'zig', title: 'Zig', quadrant: '1', timeline: [position('trial', '2026-06-02')] },
  ],
}
const PROJECT = {
  details: [{ name: 'Tides', programme_name: 'Coast' }],
  architecture: { languages: { main: ['Go'], others: ['Zig'] } },
}

async function atMidnight() {
  let now = BEFORE
  const { app } = await dataService(
    { radar: RADAR, projects: { projects: [PROJECT] } },
    { now: () => now },
  )
  return {
    get: (path: string, tag = '') => request(app).get(path).set('if-none-match', tag),
    passMidnight: () => (now += 1),
  }
}

describe('the reference day', () => {
  it.each([
    '/api/technologies',
    '/api/technologies/go',
    '/api/projects',
    '/api/projects/tides',
    '/api/drift',
    '/api/advice?names=go',
    '/api/search?q=go',
    '/api/landing',
    '/api/tech-radar/changes',
    '/api/tech-radar/feed.atom',
    '/api/tech-radar/svg',
    '/api/tech-radar/backstage.json',
    '/api/tech-radar/json?ring=hold',
    '/radar',
    '/technologies',
    '/technologies/go',
    '/projects/tides',
    '/drift',
  ])('changes GET %s at midnight (UTC), with another ETag', async (path) => {
    const { get, passMidnight } = await atMidnight()
    const before = await get(path)
    const tag = String(before.headers['etag'])
    expect((await get(path, tag)).status).toBe(304)
    passMidnight()
    const after = await get(path, tag)
    expect(after.status).toBe(200)
    expect(after.headers['etag']).not.toBe(tag)
    expect([after.text, after.body]).not.toEqual([before.text, before.body])
  })

  it('does not change the radar as it is stored', async () => {
    const { get, passMidnight } = await atMidnight()
    const { headers, body } = await get('/api/tech-radar/json')
    passMidnight()
    expect((await get('/api/tech-radar/json', String(headers['etag']))).status).toBe(304)
    expect(body).toEqual(RADAR)
  })

  it('separates a plan from the ring, the moves and the findings until its day', async () => {
    const { get, passMidnight } = await atMidnight()
    const read = async () => {
      const { body: technologies } = await get('/api/technologies')
      const { body: moves } = await get('/api/tech-radar/changes')
      const { body: drift } = await get('/api/drift')
      return [
        technologies.technologies.map(({ ring }: { ring: string | null }) => ring),
        moves.changes.map(({ to }: { to: string }) => to),
        drift.totals['on-hold-in-use'],
      ]
    }
    expect(await read()).toEqual([['adopt', null], ['adopt'], 0])
    passMidnight()
    expect(await read()).toEqual([['hold', 'trial'], ['hold', 'trial', 'adopt'], 1])
  })
})
