import { describe, expect, it } from '@jest/globals'
import { assertFits, LIMITS } from './assert-fits.ts'
import { MALFORMED, stored } from './project.fixture.ts'

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const full = expect.objectContaining({ code: 'conflict', message: 'The registry is full' })
const added = (before: readonly unknown[], record = stored('Tide')) => ({
  projects: [...before, record],
  record,
})

describe('assertFits', () => {
  it('bounds the bytes of a record, not its characters', () => {
    const record = { ...stored('Tide'), stage: '水' }
    const bytes = bytesOf(record)
    const limits = { ...LIMITS, recordBytes: bytes }
    expect(() => assertFits([], added([], record), limits)).not.toThrow()
    const tooLarge = expect.objectContaining({ code: 'payload-too-large' })
    const smaller = { ...limits, recordBytes: bytes - 1 }
    expect(() => assertFits([], added([], record), smaller)).toThrow(tooLarge)
    const huge = { ...record, stage: 'x'.repeat(256 * 1024) }
    expect(() => assertFits([], added([], huge))).toThrow('Project too large: at most 256 KB')
  })

  it('bounds the number of records, but lets those of a full registry be edited', () => {
    const limits = { ...LIMITS, records: MALFORMED.length }
    expect(() => assertFits(MALFORMED, added(MALFORMED), limits)).toThrow(full)
    const before = [...MALFORMED, stored('Wind')]
    const record = stored('Tide')
    const edited = { projects: before.with(MALFORMED.length, record), record }
    expect(() => assertFits(before, edited, limits)).not.toThrow()
  })

  it('bounds the bytes of all records, whatever they are', () => {
    const edit = added(MALFORMED)
    const total = edit.projects.map(bytesOf).reduce((sum, bytes) => sum + bytes)
    expect(() => assertFits(MALFORMED, edit, { ...LIMITS, totalBytes: total })).not.toThrow()
    expect(() => assertFits(MALFORMED, edit, { ...LIMITS, totalBytes: total - 1 })).toThrow(full)
  })

  it('lets records of a registry that is past its bytes shrink, but not grow', () => {
    const limits = { ...LIMITS, totalBytes: 1 }
    const before = [{ ...stored('Tide'), stage: 'x' }]
    const edited = (stage: string) => {
      const record = { ...stored('Tide'), stage }
      return { projects: [record], record }
    }
    expect(() => assertFits(before, edited('y'), limits)).not.toThrow()
    expect(() => assertFits(before, edited(''), limits)).not.toThrow()
    expect(() => assertFits(before, edited('yy'), limits)).toThrow(full)
  })
})
