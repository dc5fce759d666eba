import { elementsOf } from '@landscape/dev/page-reader'
import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { createUnconfiguredSource } from '../src/host/fallback-sources.ts'
import { as, assistantService, type Options } from './assistant-service.ts'
import { refusedSeats } from './refused-seats.ts'

const day = (date: string, surfaces: Record<string, number>) => ({
  date,
  activity: { people: 60, people_with_credits: 0, surfaces },
})

const NOW = Date.parse('2026-11-25T10:00:00Z')
const seat = (id: number, login: string, members: object) => {
  return { created_at: '2026-08-01T09:00:00Z', assignee: { id, login }, ...members }
}
const SEATS = [
  seat(1, 'kim', {}),
  seat(2, 'lee', {
    last_activity_at: '2026-09-02T09:00:00Z',
    assigning_team: { slug: 'harbour' },
  }),
  seat(3, 'pat', { last_activity_at: '2026-11-24T09:00:00Z' }),
]

async function usagePage(
  stored: object,
  { headers, ...options }: Options & { headers?: Record<string, string> } = {},
) {
  const { app } = await assistantService(stored, options)
  return request(app)
    .get('/usage')
    .set(headers ?? (await as('admin')))
}

/** The cells of all tables. */
function cellsOf(page: string): string[] {
  return elementsOf(page).flatMap(({ name, text }) => (name === 'th' || name === 'td' ? text : []))
}

/** The sentence that the page begins with. */
function headlineOf(page: string): string | undefined {
  return elementsOf(page).find(({ attributes }) => attributes['class'] === 'headline')?.text
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
    const texts = elementsOf(text).map((one) => one.text)
    expect(texts).toContain('Usage as of 4 November 2026')
    expect(text).toContain('31 in the week of 19 October 2026, 40 in the week of 2 November 2026')
  })

  it.each([
    [['2026-11-30'], true],
    [['2026-10-05', '2027-08-02'], true],
    [['2026-12-01', '2027-08-02'], false],
  ])('explains low numbers of agent mode with days of %s: %s', async (dates, isExplained) => {
    const organisationHistory = dates.map((date) => day(date, { agent: 3 }))
    const { text } = await usagePage({ organisationHistory })
    expect(text.includes('Before 6 October 2026')).toBe(isExplained)
  })

  it('lists the credits of each month with pool and budget', async () => {
    const bill = { asked_at: '2026-11-20T04:00:00Z' }
    const items = [
      { grossQuantity: 1500.5, discountQuantity: 1600, netQuantity: 0, netAmount: 0 },
      { grossQuantity: 1000, discountQuantity: 400, netQuantity: 600, netAmount: 6 },
    ]
    const spend = [
      { ...bill, month: '2026-10', is_final: true, items: [{ netAmount: 0 }] },
      { ...bill, month: '2026-11', is_final: false, items },
    ]
    const prices = { creditsPerSeat: 1_900, seatPrice: 19 }
    const { text } = await usagePage({ spend, seats: SEATS }, { prices, now: () => NOW })
    const unknown = 'not known'
    const rows = [
      ['Month', 'Used credits', 'Included', 'Billed', 'Billed amount', 'State'],
      ['Nov 2026', '2,501', '2,000', '600', 'US$6.00', 'not final'],
      ['Oct 2026', unknown, unknown, unknown, 'US$0.00', 'final'],
    ]
    expect(cellsOf(text).slice(0, 18)).toEqual(rows.flat())
    expect(text).toContain('Included credits: 5,700 a month; Nov 2026 used 44 %.')
    expect(headlineOf(text)).toBe(
      '1 of 3 people with a seat used the assistant in the 28 days to 24 November 2026; 2 seats idle; ' +
        '44 % of the credits used in Nov 2026.',
    )
    expect(text).toContain('Budget: US$500.00 a month. Billed use does not stop at this amount.')
    expect(text).toContain(
      'Credits by month: Nov 2026 2,501. The line marks 5,700 included credits.',
    )
  })

  it('lists idle seats with their cost and a download', async () => {
    const prices = { creditsPerSeat: undefined, seatPrice: 19 }
    const { text } = await usagePage({ seats: SEATS }, { prices, now: () => NOW })
    const rows = [
      ['Person', 'Team', 'Last activity'],
      ['kim', '', 'never; assigned on 1 August 2026'],
      ['lee', 'harbour', '2 September 2026'],
    ]
    expect(cellsOf(text)).toEqual(rows.flat())
    expect(text).toMatch(
      /<b>2<\/b> of 3 seats had no activity for the\s+30 days to 24 November 2026\./,
    )
    expect(text).toContain('Cost: US$38.00 a month.')
    const links = elementsOf(text).flatMap(({ attributes: { href } }) => href ?? [])
    expect(links).toContain('/assistant/api/seats/summary?idleDays=30&format=csv&for=spreadsheet')
  })

  it('has one reference day for seats in use and idle ones, whenever it is read', async () => {
    const vacant = { created_at: '2026-08-01T09:00:00Z', assignee: null, last_activity_at: null }
    const later = { now: () => Date.parse('2027-03-25T10:00:00Z') }
    const { text } = await usagePage({ seats: [...SEATS, vacant] }, later)
    expect(headlineOf(text)).toMatch(
      /^1 of 3 people with a seat used the assistant in the 28 days to 24 November 2026; 3 seats idle, 1 seat has no person;/,
    )
    expect(cellsOf(text)).toContain('no person')
  })

  it('calls the credits before the first bill not known', async () => {
    const bill = { asked_at: '2026-11-20T04:00:00Z', is_final: true }
    const items = [{ grossQuantity: 5, discountQuantity: 5, netQuantity: 0, netAmount: 0 }]
    const spend = [
      { ...bill, month: '2026-09', items: [] },
      { ...bill, month: '2026-10', items },
      { ...bill, month: '2026-11', items: [] },
    ]
    const { text } = await usagePage({ spend })
    const rows = [
      ['Nov 2026', '0', '0', '0', 'US$0.00', 'final'],
      ['Oct 2026', '5', '5', '0', 'US$0.00', 'final'],
      ['Sept 2026', ...Array.from({ length: 4 }, () => 'not known'), 'final'],
    ]
    expect(cellsOf(text).slice(6, 24)).toEqual(rows.flat())
    expect(text).toContain('Credits by month: Oct 2026 5, Nov 2026 0.')
  })

  it.each([
    ['2026-10-20', true],
    ['2026-12-08', false],
  ])('notes that agent mode was counted too low in the weeks of %s: %j', async (date, isNoted) => {
    const { text } = await usagePage({ organisationHistory: [day(date, { agent: 5 })] })
    expect(text.includes('counted agent mode too low')).toBe(isNoted)
  })

  it('names the reason of unavailable credits, budgets and seats', async () => {
    const lastRun = { startedAt: 1, finishedAt: 1, ok: true, by: 'a test', spendFault: 'absent' }
    const { status, text } = await usagePage(
      { lastRun },
      {
        source: createUnconfiguredSource(['SCM_ORG']),
        billingSource: {
          seatCounts: async () => ({ fault: 'forbidden' }),
          budget: async () => ({ fault: 'forbidden' }),
        },
      },
    )
    expect(status).toBe(200)
    expect(text).toContain('Not available: The source-control host returned 404')
    expect(text).toContain('Budget: not available. The source-control host returned 403')
    expect(text).toContain('Not available: The source-control host is not configured')
    expect(text).toContain('the credits of each seat are not configured')
    expect(text).not.toMatch(/SCM_|ASSISTANT_/)
    expect(headlineOf(text)).toBe('The seats are not known; the used credits are not known.')
    expect(cellsOf(text)).toEqual([])
  })

  it('names the permission when the host rejects the request', async () => {
    const { text } = await usagePage({}, { source: refusedSeats(403) })
    expect(text).toContain('the app may lack the permission &#34;Copilot seat management&#34;')
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
      const { status, body } = await usagePage({}, { headers })
      expect(status).toBe(expected)
      expect(body).toMatchObject({
        error: expect.stringContaining('requires the group admin, or a sign-in'),
        links: [{ href: '/assistant/api/scm/oauth/login' }],
      })
    }
  })

  it('runs only the two scripts of every page', async () => {
    const { text, headers } = await usagePage({})
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(text.match(/<script/g)).toHaveLength(2)
  })
})
