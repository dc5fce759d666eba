import { elementsOf, type PageElement } from '@landscape/dev/page-reader'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startLandscape, type Landscape } from '../support/landscape.ts'
import { drift } from './drift.ts'
import { dayOf, list, at, instantOf, string } from './json.ts'
import { defaultDirectorate, standings } from './radar.ts'
import { SAMPLE, sample } from './sample.ts'
import { count } from './technologies.ts'
import { bills, idlePeople, peopleByMonth, seatUse } from './usage.ts'

const NUMBER = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const SEAT_PRICE = 19
const NOT_KNOWN = 'not known'
const ORGANISATION = 'Acme Coast'

let landscape: Landscape
beforeAll(async () => {
  landscape = await startLandscape({
    services: ['gateway', 'data', 'assistant'],
    env: { ASSISTANT_SEAT_PRICE: String(SEAT_PRICE), ORGANISATION_NAME: ORGANISATION },
  })
})
afterAll(() => landscape.stop())

/** A page with all of its parts: a busy machine may not return each of them in time. */
async function pageAt(path: string): Promise<PageElement[]> {
  for (;;) {
    const response = await fetch(new URL(path, landscape.url), { headers: { accept: 'text/html' } })
    expect([path, response.status]).toEqual([path, 200])
    const text = await response.text()
    if (!text.includes('Not available at the moment')) return elementsOf(text)
  }
}
/** The picture that a page embeds from an address with this part. */
function pictureOn(page: PageElement[], part: string): Promise<PageElement[]> {
  const image = page.find(
    ({ name, attributes: { src } }) => name === 'img' && src?.includes(part) === true,
  )
  return pageAt(image?.attributes['src'] ?? '')
}
const monthsAgo = (count: number) => new Date().setUTCMonth(new Date().getUTCMonth() - count)
/** The name of a ring by its id. */
const ring = (id = '') => id.toUpperCase()
const longDate = (date: string) =>
  new Date(date).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const monthText = (month: string) =>
  new Date(month).toLocaleDateString('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })
/** The rows of the tables whose first column has this heading, without the heading. */
function rowsBelow(page: PageElement[], heading: string): string[][] {
  const cells = page.filter(({ name }) => ['table', 'tr', 'th', 'td'].includes(name))
  const start = cells.findIndex(({ name, text }) => name === 'th' && text === heading)
  const rows: string[][] = []
  for (const { name, text } of cells.slice(start)) {
    if (name === 'table') break
    if (name === 'tr') rows.push([])
    else rows.at(-1)?.push(text)
  }
  return rows
}

const STORED = { ...SAMPLE, today: dayOf(Date.now()) }
const COUNTED = count(STORED)
const FOUND = drift(STORED, COUNTED, { reviewedSince: instantOf(dayOf(monthsAgo(12))) })

describe('GET /', () => {
  let page: PageElement[]
  const itemsIn = (part: string) =>
    page.filter(({ name, text }) => name === 'li' && text.includes(part)).map(({ text }) => text)
  beforeAll(async () => {
    page = await pageAt('/')
  })

  it('counts what is stored', () => {
    const { seats, used } = seatUse(sample('assistant/seats'))
    const numbers = [
      FOUND.filter(({ kind }) => kind === 'on-hold-in-use').length,
      FOUND.filter(({ kind }) => kind === 'not-on-radar').length,
      list(at(SAMPLE.projects, 'projects')).length,
      list(at(SAMPLE.repositories, 'repositories')).length,
      used,
    ]
    const shown = page.filter(({ name }) => name === 'strong').map(({ text }) => text)
    expect(shown).toEqual(numbers.map((number) => NUMBER.format(number)))
    expect(itemsIn('seats')).toEqual([`${used} of ${seats} seats use the code assistant`])
  })

  it('lists the moves of the last three months', () => {
    const since = instantOf(dayOf(monthsAgo(3)))
    const moves = standings(STORED, defaultDirectorate(SAMPLE))
      .flatMap(({ title, moves: own }) => own.map((move) => [title, ...move.split(/ > | on /)]))
      .filter(([, , , date]) => instantOf(date) >= since)
    const lines = moves.map(([title, from, to = '', date = '']) => {
      const change = from === 'new' ? 'is new in' : `moved from ${ring(from)} to`
      return `${title} ${change} ${ring(to)} ${longDate(date)}`
    })
    const shown = page
      .filter(({ name, text }) => name === 'li' && /(is new in|moved from)/.test(text))
      .map(({ text }) => text.split(' · ')[0])
    expect(shown).toHaveLength(Math.min(8, lines.length))
    expect(lines).toEqual(expect.arrayContaining(shown))
    const section = page.find(({ attributes }) => attributes['aria-labelledby'] === 'moves')?.text
    expect(section?.includes('Nothing moved')).toBe(lines.length === 0)
  })

  it('embeds the entries in a ring, and counts the others', async () => {
    const rings = new Set(list(at(SAMPLE.radar, 'rings')).map((one) => at(one, 'id')))
    const entries = standings(STORED, defaultDirectorate(SAMPLE))
    const drawn = entries.filter((one) => rings.has(one.ring)).length
    const { text } = (await pictureOn(page, 'tech-radar')).find(({ name }) => name === 'desc')!
    expect(text).toContain(`${drawn} entries`)
    expect(text).toContain(`${entries.length - drawn} entries in none of its rings`)
  })

  it('embeds the languages of all repositories', async () => {
    const uses = new Map<string, number>()
    const repositories = list(at(SAMPLE.repositories, 'repositories'))
    for (const repository of repositories)
      for (const language of list(at(repository, 'technologies', 'languages'))) {
        const name = string(at(language, 'name'))
        uses.set(name, (uses.get(name) ?? 0) + 1)
      }
    const picture = await pictureOn(page, 'languages')
    const drawn = picture.find(({ name }) => name === 'desc')?.text
    expect(drawn).toContain(`of ${repositories.length} repositories use them`)
    for (const [, name = '', number] of (drawn ?? '').matchAll(/(?<=[:,] )([^,:]+) (\d+)/g))
      expect([name, Number(number)]).toEqual([name, uses.get(name)])
  })
})

describe('every page', () => {
  it.each(['/', '/radar', '/usage', '/problems/conflict'])(
    'has the name of the organisation in its header: %s',
    async (path) => {
      const page = await pageAt(path)
      const brand = page.find(({ attributes }) => attributes['class'] === 'brand')
      expect(brand?.text).toBe(`${ORGANISATION} Technology landscape`)
    },
  )
})

/** The announced move of the default directorate, if any. */
function planOf(title: string): string {
  const entry = list(at(SAMPLE.radar, 'entries')).find((one) => at(one, 'title') === title)
  const plan = list(at(entry, 'timeline')).find(
    (position) => dayOf(instantOf(at(position, 'date'))) > STORED.today,
  )
  if (plan === undefined) return ''
  return ` planned: ${ring(string(at(plan, 'ringId')))} from ${longDate(string(at(plan, 'date')))}`
}

describe('GET /technologies', () => {
  it('lists the technologies that it counts, with their numbers', async () => {
    const page = await pageAt('/technologies')
    const texts = page.map(({ text }) => text)
    expect(texts).toContain(`${COUNTED.technologies.length} technologies`)
    for (const [name = '', ringName, , uses = '', contained] of rowsBelow(page, 'Technology')) {
      const one = COUNTED.of(name)!
      const entry = one.entries[0]
      expect([name, ringName]).toEqual([
        name,
        entry ? `${ring(entry.ring)}${planOf(name)}` : 'not on the radar',
      ])
      expect([name, Number(uses.split(' ')[0])]).toEqual([name, one.projects.size])
      const repositories = COUNTED.isLanguage(one) ? String(one.repositories.size) : '–'
      expect([name, contained]).toEqual([name, repositories])
    }
  })
})

describe('GET /usage', () => {
  let page: PageElement[]
  beforeAll(async () => {
    page = await pageAt('/usage')
  })
  const numberOr = (number: number | undefined) =>
    number === undefined ? NOT_KNOWN : String(number)

  it('counts the people of the busiest day of each month', () => {
    const rows = peopleByMonth(sample('assistant/historic_usage_data'))
    expect(rowsBelow(page, 'Month')).toEqual(
      rows.map(([month, ...people]) => [monthText(month), ...people.map(numberOr)]),
    )
  })

  it('sums the bills of each month', () => {
    const table = page.findLastIndex(
      ({ name, text }) => name === 'table' && text.includes('Billed'),
    )
    const rows = bills(sample('assistant/spend')).slice(0, 13)
    expect(rowsBelow(page.slice(table + 1), 'Month')).toEqual(
      rows.map(([month, used, included, billed, amount]) => [
        monthText(month),
        ...[used, included, billed].map((one) =>
          one === undefined ? NOT_KNOWN : NUMBER.format(one),
        ),
        amount === undefined ? NOT_KNOWN : `US$${amount.toFixed(2)}`,
        expect.stringMatching(/^(?:not )?final$/),
      ]),
    )
  })

  it('lists the idle seats that it counts, with their cost', () => {
    const seats = sample('assistant/seats')
    const idle = idlePeople(seats)
    const text = page.find(({ attributes }) => attributes['aria-labelledby'] === 'seats')?.text
    expect(text).toContain(
      `${idle.length} of ${list(seats).length} seats had no activity for the 30 days to`,
    )
    expect(text).toContain(`Cost: US$${(idle.length * SEAT_PRICE).toFixed(2)} a month.`)
    const people = rowsBelow(page, 'Person').map(([name]) => name)
    expect(people).toHaveLength(Math.min(idle.length, 50))
    expect(idle.map((name) => name || 'no person')).toEqual(expect.arrayContaining(people))
  })
})

describe('the numbers behind /usage', () => {
  const read = async (path: string) => {
    const body: unknown = await (await fetch(new URL(path, landscape.url))).json()
    return body
  }

  it('are those of the stored documents', async () => {
    const seats = sample('assistant/seats')
    expect(await read('/assistant/api/org/seats')).toMatchObject(seatUse(seats))
    const summary = await read('/assistant/api/seats/summary')
    const idle = idlePeople(seats)
    expect([at(summary, 'total'), list(at(summary, 'idle')).length]).toEqual([
      list(seats).length,
      idle.length,
    ])
    const months = list(at(await read('/assistant/api/spend'), 'months'))
    const expected = bills(sample('assistant/spend')).toReversed()
    expect(
      months.map((one) => {
        const used = at(one, 'gross_credits')
        return [at(one, 'month'), used === null ? null : Number(used).toFixed(3)]
      }),
    ).toEqual(expected.map(([month, used]) => [month, used?.toFixed(3) ?? null]))
  })
})
