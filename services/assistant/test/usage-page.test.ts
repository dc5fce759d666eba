import { elementsOf } from '@landscape/dev/page-reader'
import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { as, assistantService } from './assistant-service.ts'

const day = (date: string, surfaces: Record<string, number>) => ({
  date,
  activity: { people: 60, people_with_credits: 0, surfaces },
})

async function usagePage(stored: object, headers?: Record<string, string>) {
  const { app } = await assistantService(stored)
  return request(app)
    .get('/usage')
    .set(headers ?? (await as('admin')))
}

/** The cells of all tables. */
function cellsOf(page: string): string[] {
  return elementsOf(page).flatMap(({ name, text }) => (name === 'th' || name === 'td' ? text : []))
}

describe('GET /usage', () => {
  it('draws each known surface and lists its people by month', async () => {
    const { status, text, headers } = await usagePage({
      organisationHistory: [
        day('2026-10-20', { completions: 31, chat: 20 }),
        day('2026-11-03', { completions: 40, chat: 22 }),
        day('2026-11-04', { completions: 38, chat: 25, agent: 0 }),
      ],
    })
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(headers['cache-control']).toContain('no-cache')
    const columns = ['Completions', 'Chat', 'Agent mode', 'Command line', 'App', 'Code review']
    const unknown = 'not known'
    const rows = [
      ['Month', ...columns],
      ['Nov 2026', '40', '25', '0', unknown, unknown, unknown],
      ['Oct 2026', '31', '20', unknown, unknown, unknown, unknown],
    ]
    expect(cellsOf(text)).toEqual(rows.flat())
    const titles = elementsOf(text)
      .filter(({ name }) => name === 'title')
      .map(({ text: title }) => title)
    expect(titles).toEqual(['Use of the code assistant', 'Completions', 'Chat', 'Agent mode'])
    expect(text).toContain('31 in the week of 19 October 2026, 40 in the week of 2 November 2026')
  })

  it('reports unavailable numbers when nothing is stored', async () => {
    for (const organisationHistory of [undefined, [], [{ date: '2026-11-03' }]]) {
      const { status, text } = await usagePage(organisationHistory ? { organisationHistory } : {})
      expect(status).toBe(200)
      expect(text).toContain('Not available: no stored day contains people by surface.')
    }
  })

  it('admits members of an admin team by their sign-in', async () => {
    const { app, seals } = await assistantService({ adminTeams: ['a'], teams: [{ slug: 'a' }] })
    const cookie = `githubUserToken=${await seals.userToken.seal('ghu_token')}`
    const { status } = await request(app).get('/usage').set('cookie', cookie)
    expect(status).toBe(200)
  })

  it('names the required sign-in to all others', async () => {
    for (const [headers, expected] of [
      [{}, 401],
      [await as('reviewer'), 403],
    ] as const) {
      const { status, body } = await usagePage({}, headers)
      expect(status).toBe(expected)
      expect(body).toMatchObject({
        error: expect.stringContaining('requires the group admin, or a sign-in'),
        links: [{ href: '/assistant/api/scm/oauth/login' }],
      })
    }
  })

  it('runs no scripts', async () => {
    const { text, headers } = await usagePage({})
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(headers['content-security-policy']).not.toContain('script-src')
    expect(text).not.toContain('<script')
  })
})
