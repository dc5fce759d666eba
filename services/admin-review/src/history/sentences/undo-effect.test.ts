import { describe, expect, it } from '@jest/globals'
import { diff, operationsOf } from '@landscape/store/history/diff'
import { labelsOf } from './labels.ts'
import { undoEffect } from './undo-effect.ts'

const at = (ringId: string) => ({ ringId, description: '' })
const entry = (title: string, more: object = {}) => ({
  id: title,
  title,
  timeline: [at('review')],
  ...more,
})
const radar = (entries: unknown[]) => ({ rings: [{ id: 'assess', name: 'ASSESS' }], entries })

/** @param now the document before the undo */
function effect(document: string, now: unknown, after: unknown): string {
  return undoEffect({ document, operations: operationsOf(diff(now, after)) }, labelsOf(now))
}

describe('undoEffect', () => {
  it('names the ring to which an entry moves back', () => {
    const moved = entry('Zed', { timeline: [at('review'), at('assess')] })
    expect(effect('radar', radar([moved]), radar([entry('Zed')]))).toBe(
      'This puts Zed back to Review.',
    )
  })

  it('names the parts of one subject', () => {
    const changed = entry('Zed', { description: 'new' })
    expect(effect('radar', radar([changed]), radar([{ ...changed, description: 'old' }]))).toBe(
      'This restores the previous description of Zed.',
    )
  })

  it('names or counts removed and restored subjects', () => {
    const many = Array.from({ length: 300 }, (_, i) => entry(`e${i}`))
    expect(effect('radar', radar(many), radar([]))).toBe('This removes 300 entries from the radar.')
    expect(effect('radar', radar([]), radar([entry('Zed')]))).toBe('This restores Zed.')
    expect(effect('radar', radar([entry('A')]), radar([entry('Zed')]))).toBe(
      'This removes A from the radar and restores Zed.',
    )
  })

  it('counts many changed subjects', () => {
    const many = (description: string) =>
      Array.from({ length: 4 }, (_, i) => entry(`e${i}`, { description }))
    expect(effect('radar', radar(many('b')), radar(many('a')))).toBe(
      'This restores the previous values of 4 entries.',
    )
  })

  it('calls aliases aliases', () => {
    const aws = { name: 'AWS', aliases: ['Amazon Web Services'] }
    const others = [{ name: 'Go', aliases: ['Golang'] }]
    expect(effect('technology-names', [...others, aws], others)).toBe(
      'This removes the alias Amazon Web Services of AWS.',
    )
    expect(effect('technology-names', others, [{ name: 'Go', aliases: [] }])).toBe(
      'This removes the alias Golang of Go.',
    )
  })

  it('shows or hides a banner, and restores a list', () => {
    const messages = (show: boolean) => ({ messages: [{ id: 'a', message: 'Hello', show }] })
    expect(effect('banners', messages(false), messages(true))).toBe(
      'This shows the banner “Hello” again.',
    )
    expect(effect('lists', { languages: ['Go'] }, { languages: [] })).toBe(
      'This restores the previous values of the technology list languages.',
    )
  })
})
