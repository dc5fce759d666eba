import { describe, expect, it } from '@jest/globals'
import { SaxesParser } from 'saxes'
import { atomFeed } from './atom-feed.ts'
import type { DatedMove } from '../timeline/moves.ts'
import { radarViewFor } from '../timeline/radar-view.ts'

const ATOM = 'http://www.w3.org/2005/Atom'

interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

/** The root element, by a strict parser; throws on malformed XML. */
function parsed(xml: string): Element {
  const parser = new SaxesParser({ xmlns: true })
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ local, uri, attributes }) => {
    expect(uri).toBe(ATOM)
    const named = Object.entries(attributes).map(([key, { value }]) => [key, value])
    const element = { name: local, attributes: Object.fromEntries(named), children: [], text: '' }
    open.at(-1)!.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => void (open.at(-1)!.text += text))
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  return root.children[0]!
}

const all = ({ children }: Element, name: string) => children.filter((child) => child.name === name)
const one = (element: Element, name: string) => {
  const found = all(element, name)
  expect([name, found.length]).toEqual([name, 1])
  return found[0]!
}

const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
const URN = /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

/** The requirements on a feed and its entries (RFC 4287 §4.1.1, §4.1.2). */
function assertValid(feed: Element): void {
  expect(feed.name).toBe('feed')
  for (const part of [feed, ...all(feed, 'entry')]) {
    expect(one(part, 'id').text).toMatch(URN)
    expect(one(part, 'title').text).not.toBe('')
    expect(one(part, 'updated').text).toMatch(DATE)
    for (const { attributes } of all(part, 'category')) expect(attributes['term']).toBeDefined()
    for (const { attributes } of all(part, 'link')) expect(attributes['href']).toBeDefined()
  }
  // An entry without an author has that of the feed; one without content would need a link.
  expect(one(one(feed, 'author'), 'name').text).not.toBe('')
  for (const entry of all(feed, 'entry')) expect(one(entry, 'content').text).not.toBe('')
  const links = all(feed, 'link').map(({ attributes: { rel, type } }) => `${rel} ${type}`)
  expect(links).toEqual([
    'self application/atom+xml',
    'alternate text/html',
    'alternate application/json',
  ])
  const ids = [feed, ...all(feed, 'entry')].map((part) => one(part, 'id').text)
  expect(new Set(ids).size).toBe(ids.length)
}

const RADAR = {
  title: 'Acme Radar',
  quadrants: [{ id: '1', name: 'Languages' }],
  rings: [
    { id: 'assess', name: 'ASSESS' },
    { id: 'trial', name: 'TRIAL' },
  ],
  entries: [],
}
const move = (more: Partial<DatedMove> = {}): DatedMove => ({
  id: 'python',
  title: 'Python',
  quadrant: '1',
  from: 'assess',
  to: 'trial',
  date: '2026-11-21',
  description: 'Works well',
  directorate: { id: 0, name: 'Coast' },
  instant: Date.parse('2026-11-21'),
  previous: 'assess',
  ...more,
})

describe('atomFeed', () => {
  it('writes an entry for each move', () => {
    const older = move({ from: null, to: 'assess', instant: Date.parse('2026-01-01') })
    const feed = parsed(atomFeed(radarViewFor(RADAR), [move(), older]))
    assertValid(feed)
    expect(one(feed, 'title').text).toBe('Acme Radar')
    expect(one(feed, 'updated').text).toBe('2026-11-21T00:00:00.000Z')
    const [first, second] = all(feed, 'entry')
    expect(one(first!, 'title').text).toBe('Python: ASSESS → TRIAL')
    expect(one(first!, 'updated').text).toBe('2026-11-21T00:00:00.000Z')
    expect(one(first!, 'content').text).toBe('Works well')
    expect(one(first!, 'category').attributes).toEqual({ term: '1', label: 'Languages' })
    expect(one(second!, 'title').text).toBe('Python: new in ASSESS')
  })

  it('updates the feed and a move at the begin of its day, which is never in the future', () => {
    const feed = parsed(
      atomFeed(radarViewFor(RADAR), [move({ instant: Date.parse('2026-11-21T23:30:00Z') })]),
    )
    const times = [feed, one(feed, 'entry')].map((part) => one(part, 'updated').text)
    expect(times).toEqual(['2026-11-21T00:00:00.000Z', '2026-11-21T00:00:00.000Z'])
  })

  it('links entries to their technologies, with absolute addresses where one is known', () => {
    const hrefs = (publicUrl?: string) => {
      const feed = parsed(atomFeed(radarViewFor(RADAR), [move({ title: 'C++' })], { publicUrl }))
      return [feed, one(feed, 'entry')].map((part) =>
        all(part, 'link').map(({ attributes }) => attributes['href']),
      )
    }
    const paths = [
      ['/api/tech-radar/feed.atom', '/', '/api/tech-radar/json'],
      ['/technologies/c-plus-plus'],
    ]
    expect(hrefs()).toEqual(paths)
    const origin = 'https://landscape.example'
    expect(hrefs(origin)).toEqual(paths.map((part) => part.map((path) => origin + path)))
  })

  it('links an entry without a title by its id', () => {
    const entry = one(parsed(atomFeed(radarViewFor(RADAR), [move({ title: ' ' })])), 'entry')
    expect(one(entry, 'link').attributes['href']).toBe('/technologies/python')
  })

  it('is valid without moves, names and descriptions', () => {
    assertValid(parsed(atomFeed(radarViewFor({ ...RADAR, title: ' ' }), [])))
    const bare = move({ quadrant: null, description: '' })
    assertValid(
      parsed(atomFeed(radarViewFor({ ...RADAR, rings: [null], quadrants: ['x'] }), [bare])),
    )
  })

  it('escapes titles, descriptions and names', () => {
    const text = `<b>&amp; "it's" ]]> 東京 🗼</b>\r\n\tend <!-- \u{85}\u{2028}.`
    const feed = parsed(
      atomFeed(radarViewFor({ ...RADAR, title: text, quadrants: [{ id: text, name: text }] }), [
        move({ title: text, description: text, quadrant: text }),
      ]),
    )
    assertValid(feed)
    const [entry] = all(feed, 'entry')
    expect(one(feed, 'title').text).toBe(text)
    expect(one(entry!, 'content').text).toBe(text)
    expect(one(entry!, 'category').attributes).toEqual({ term: text, label: text })
  })

  it('replaces characters that XML forbids', () => {
    const [entry] = all(
      parsed(
        atomFeed(radarViewFor(RADAR), [move({ description: 'a\u{0}b\u{1F}c\u{FFFF}d\u{D800}e' })]),
      ),
      'entry',
    )
    expect(one(entry!, 'content').text).toBe('a�b�c�d�e')
  })

  it('keeps the id of a move after newer moves, and gives equal moves different ids', () => {
    const ids = (...moves: DatedMove[]) =>
      all(parsed(atomFeed(radarViewFor(RADAR), moves)), 'entry').map(
        (entry) => one(entry, 'id').text,
      )
    const [id] = ids(move())
    const newer = move({ from: 'trial', to: 'assess', instant: Date.parse('2026-12-01') })
    expect(ids(newer, move({ description: 'other words' }))[1]).toBe(id)
    expect(new Set(ids(newer, move(), move())).size).toBe(3)
  })
})
