import { expect, it, describe as group } from '@jest/globals'
import { describe } from './describe.ts'
import { diff } from './diff.ts'

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
    const summaryOf = (before: string[], after: string[]) => {
      const sides = { before: { languages: before }, after: { languages: after } }
      return describe(diff(sides.before, sides.after), sides).summary
    }
    expect(summaryOf(['Go'], ['Go', ...many])).toBe('languages: 201 added')
    expect(summaryOf(['Go', ...many], ['Zig'])).toBe('languages: 1 added, 202 removed')
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
