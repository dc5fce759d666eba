import { expect, it, describe as group } from '@jest/globals'
import { describe } from './describe.ts'
import { diff } from './diff.ts'

const summaryOf = (before: unknown, after: unknown) =>
  describe(diff(before, after), { before, after }).summary

group('describe', () => {
  it('reads each array a constant number of times', () => {
    let looks = 0
    const banner = (n: number, message: string) => ({
      message,
      get id() {
        looks++
        return `banner-${n}`
      },
    })
    const list = (message: string) => ({
      messages: Array.from({ length: 1_000 }, (_, n) => banner(n, message)),
    })
    // The reversed array gives every element another index.
    const sides = { before: list('old'), after: { messages: list('new').messages.toReversed() } }
    const steps = diff(sides.before, sides.after)
    looks = 0
    const { subjects } = describe(steps, sides)
    expect(subjects.length).toBeGreaterThan(0)
    expect(steps.length).toBeGreaterThan(1_000)
    expect(looks).toBeLessThan(20 * steps.length)
  })

  it('returns the other names of subjects, before and after', () => {
    const radar = (title: string) => ({ entries: [{ id: 'tech-1', title }] })
    const sides = { before: radar('Jetlang'), after: radar('Kotlin') }
    expect(describe(diff(sides.before, sides.after), sides)).toMatchObject({
      subjects: ['tech-1'],
      names: ['Jetlang', 'Kotlin'],
    })
    const added = {
      before: { messages: [] },
      after: { messages: [{ id: 'b', message: 'text', title: 'T' }] },
    }
    expect(describe(diff(added.before, added.after), added)).toMatchObject({
      subjects: ['text'],
      names: ['b', 'T'],
    })
  })

  it('summarises a change without steps', () => {
    const sides = { before: { messages: [] }, after: { messages: [] } }
    expect(describe([], sides)).toEqual({
      subjects: [],
      names: [],
      summary: 'nothing was changed',
    })
  })

  it('counts the items of a list that one step replaces', () => {
    const many = Array.from({ length: 201 }, (_, i) => `many ${i}`)
    const ofLists = (before: string[], after: string[]) =>
      summaryOf({ languages: before }, { languages: after })
    expect(ofLists(['Go'], ['Go', ...many])).toBe('languages: 201 added')
    expect(ofLists(['Go', ...many], ['Zig'])).toBe('languages: 1 added, 202 removed')
  })

  it('names together, and counts, what was altered in the same way', () => {
    const radar = (ids: number[], more: object = {}) => ({
      entries: ids.map((id) => ({ id: `e${id}`, title: `E${id}`, ...more })),
    })
    const ids = Array.from({ length: 300 }, (_, i) => i)
    expect(summaryOf(radar([]), radar(ids))).toBe('E0, E1, E2 and 297 more added')
    expect(summaryOf(radar(ids), radar([0, 1]))).toBe('E2, E3, E4 and 295 more removed')
    expect(summaryOf(radar([0, 1, 2]), radar([1, 2, 3], { url: 'u' }))).toBe(
      'E1, E2: url; E0 removed; E3 added',
    )
  })

  it('states three alterations and counts the other subjects', () => {
    const radar = (url: string[]) => ({
      entries: url.map((text, i) => ({ id: `e${i}`, ...(text !== '' && { [text]: 1 }) })),
    })
    expect(summaryOf(radar(Array(5).fill('')), radar(['a', 'b', 'c', 'd', 'd']))).toBe(
      'e0: a; e1: b; e2: c; and 2 more',
    )
  })

  it('names the strings that an array inside of an element gains and loses', () => {
    const names = (aliases: string[]) => [{ name: 'PostgreSQL', aliases }]
    expect(summaryOf(names(['pg']), names(['psql']))).toBe(
      'PostgreSQL: pg removed from aliases, psql added to aliases',
    )
    const projects = (language: string) => ({
      projects: ['A', 'B', 'C', 'D'].map((name) => ({
        details: [{ name }],
        architecture: { languages: { main: [language] } },
      })),
    })
    expect(summaryOf(projects('Go'), projects('Golang'))).toBe(
      'A, B, C and 1 more: Go removed from architecture, Golang added to architecture',
    )
  })

  it.each(['projects', 'entries', 'messages', 'languages'])(
    'names a technology list by its category: %s',
    (category) => {
      const sides = { before: { [category]: ['go'] }, after: { [category]: ['go', 'zig'] } }
      const steps = diff(sides.before, sides.after)
      expect(steps).toMatchObject([{ op: 'add', path: `/${category}/zig`, after: 'zig' }])
      expect(describe(steps, sides)).toEqual({
        subjects: [category],
        names: [],
        summary: `${category}: zig added`,
      })
    },
  )
})

group('the summary of a move', () => {
  const at = (ringId: string, description = '', more: object = {}) => ({
    ringId,
    description,
    ...more,
  })
  const radar = (timeline: object[]) => ({
    rings: [{ id: 'assess', name: 'Assess' }],
    entries: [{ id: 'zed', title: 'Zed', timeline }],
  })
  const ofMove = (before: object[], after: object[]) => summaryOf(radar(before), radar(after))
  const review = at('review')

  it.each([
    ['two teams build with it', 'Zed: review → Assess (two teams build with it)'],
    ['two\n\n teams', 'Zed: review → Assess (two teams)'],
    ['Moved from review to assess: it builds', 'Zed: review → Assess (it builds)'],
    ['Moved from review to assess', 'Zed: review → Assess'],
    ['', 'Zed: review → Assess'],
    ['x'.repeat(200), `Zed: review → Assess (${'x'.repeat(119)}…)`],
  ])('with the reason %j is %s', (reason, summary) => {
    expect(ofMove([review], [review, at('assess', reason)])).toBe(summary)
  })

  it('names the ring to which a removed position moves an entry back, without a reason', () => {
    expect(ofMove([at('review', 'new'), at('assess')], [at('review', 'new')])).toBe(
      'Zed: Assess → review',
    )
  })

  it('compares a position with the one before it of the same directorate', () => {
    const stored = [at('trial'), at('hold', '', { directorate: 'Data' })]
    expect(ofMove(stored, [...stored, at('adopt', '', { directorate: 0 })])).toBe(
      'Zed: trial → adopt',
    )
    expect(ofMove(stored, [...stored, at('assess', '', { directorate: 'data' })])).toBe(
      'Zed: hold → Assess',
    )
    expect(ofMove(stored, [...stored, at('hold', 'no', { directorate: 2 })])).toBe(
      'Zed: → hold (no)',
    )
    expect(ofMove(stored, stored.slice(0, 1))).toBe('Zed: timeline')
  })

  it('reports a position in the same ring as a changed timeline', () => {
    expect(ofMove([review], [review, at('review', 'again')])).toBe('Zed: timeline')
  })
})
