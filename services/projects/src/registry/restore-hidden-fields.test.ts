import { describe, expect, it } from '@jest/globals'
import { restoreHiddenFields } from './restore-hidden-fields.ts'

describe('restoreHiddenFields', () => {
  it('restores only members that the form does not know', () => {
    const tools = { diagrams: null, ui_tools: 'known', cost: 1 }
    const shown = {
      ticket: 7,
      stage: 'Live',
      details: [{ name: 'Tide', aim: 'x' }],
      architecture: { zone: 'a', cicd: [], hosting: { type: [], region: 'b' } },
      supporting_tools: tools,
    }
    const sent = {
      details: [{ name: 'Ebb' }],
      architecture: { hosting: { type: ['Cloud'] } },
      supporting_tools: { diagrams: { main: [] } },
    }
    expect(restoreHiddenFields(sent, shown)).toStrictEqual({
      ticket: 7,
      details: [{ name: 'Ebb', aim: 'x' }],
      architecture: { zone: 'a', hosting: { type: ['Cloud'], region: 'b' } },
      supporting_tools: { diagrams: { main: [] }, cost: 1 },
    })
  })

  it('restores environments when none was sent', () => {
    const shown = { architecture: { environments: { dev: true } } }
    expect(restoreHiddenFields({ architecture: { environments: {} } }, shown)).toEqual(shown)
  })

  it('restores additional sources when only the first was sent', () => {
    const [first, second] = [{ type: 'Github', owner: 1 }, { type: 'Gitlab' }]
    const shown = { source_control: [first, second] }
    const after = (...sources: unknown[]) =>
      restoreHiddenFields({ source_control: sources }, shown)['source_control']
    expect(after({ type: 'Gitea' })).toEqual([{ type: 'Gitea', owner: 1 }, second])
    expect(after(second)).toEqual([second])
    const both = [{ type: 'Gitea' }, { type: 'Gitlab', main: true }]
    expect(after(...both)).toEqual(both)
    for (const text of ['', 'x'])
      expect(restoreHiddenFields({ source_control: text }, shown)).toEqual({ source_control: text })
    const one = { source_control: [first] }
    for (const none of [{}, { source_control: 'x' }])
      expect(restoreHiddenFields(one, none)).toEqual(one)
  })

  it('restores all partners when only the first was sent', () => {
    const shown = { developed: ['Outsourced', ['Acme', 'Bolt']] }
    expect(restoreHiddenFields({ developed: ['Outsourced', 'Acme'] }, shown)).toEqual(shown)
    for (const developed of [
      ['Partnership', 'Acme'],
      ['Outsourced', 'Bolt'],
      ['', ''],
    ])
      expect(restoreHiddenFields({ developed }, shown)).toEqual({ developed })
    for (const none of [['A'], ['A', []], ['A', '', 'B']])
      expect(restoreHiddenFields({ developed: ['A', ''] }, { developed: none })).toEqual({
        developed: none,
      })
    const without = { developed: ['A', ''] }
    for (const before of [{}, { developed: ['A', 'B'] }])
      expect(restoreHiddenFields(without, before)).toEqual(without)
  })

  it('restores hidden fields of the first two contacts when unchanged', () => {
    const kim = { email: 'kim@acme.example', roles: ['Technical Contact', 'Editor'], phone: 1 }
    const lee = { email: 'lee@acme.example', roles: ['Editor', 'Delivery Manager'] }
    const max = { email: 'max@acme.example', roles: ['Editor', 'Technical Contact'] }
    const after = (...user: unknown[]) =>
      restoreHiddenFields({ user }, { user: [kim, lee, max] })['user']
    const one = ({ email }: { email: string }, role: string) => ({ email, roles: [role] })
    const [first, second] = [one(kim, 'Technical Contact'), one(lee, 'Delivery Manager')]
    expect(after(first, second, max)).toEqual([kim, lee, max])
    expect(after({ ...first, grade: 'SEO' })).toEqual([{ ...kim, grade: 'SEO' }])
    const others = [one(max, 'Technical Contact'), one(kim, 'Delivery Manager'), first]
    expect(after(...others)).toEqual(others)
    const blank = { email: '', roles: ['Delivery Manager'], grade: '' }
    expect(restoreHiddenFields({ user: [first, blank] }, { user: [kim] })).toEqual({ user: [kim] })
    expect(after(first, blank)).toEqual([kim, blank])
    const changed = { ...first, roles: ['Lead'] }
    expect(after(changed)).toEqual([{ ...changed, phone: 1 }])
  })

  it('accepts a new role of the first contact, and a third contact', () => {
    const [kim, lee, max] = ['kim', 'lee', 'max'].map((name) => ({ email: `${name}@acme.example` }))
    const shown = { user: [{ ...kim, roles: ['Editor'] }, lee, { ...max, phone: 1 }] }
    const sent = { user: [{ ...kim, roles: ['Technical Contact'] }, lee, max] }
    expect(restoreHiddenFields(sent, shown)).toEqual(sent)
  })

  it.each([{}, { user: 'x', developed: 7, details: [7], architecture: [] }, { details: [null] }])(
    'returns malformed sections unchanged: %j',
    (malformed) => {
      expect(restoreHiddenFields(malformed, malformed)).toEqual(malformed)
      const complete = { user: [null], details: [null, 1], developed: [null, [null]] }
      expect(restoreHiddenFields(malformed, complete)).toEqual(malformed)
    },
  )
})
