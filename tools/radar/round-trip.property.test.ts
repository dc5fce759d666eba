import { directoratesFrom } from '@landscape/contracts/directorates'
import { describe, expect, it } from '@jest/globals'
import { isRecord } from '@landscape/contracts/json'
import type { RadarDocument } from '@landscape/contracts/landscape'
import * as fc from 'fast-check'
import { foldPartName } from './file-radar.ts'
import { importInto } from './import-radar.ts'
import { FORMATS, WRITTEN_FORMATS } from './formats.ts'
import { outlineOf } from './outline.ts'

/** Strings with special meaning in CSV, formulas, YAML, HTML, Markdown or file names. */
const Text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '=1+1',
    "'=1+1",
    '@scope/x',
    '-',
    '"',
    'a,"b"\r\nc',
    '---',
    '\n---\n',
    '\r',
    '../x',
    ' x ',
    '\t',
  ),
  fc.constantFrom(
    'true',
    '2026',
    'null',
    '# h',
    '- a: b',
    '*',
    '&a',
    '\u0085',
    '\u2028x',
    'C#',
    '.',
    '<p>a</p>',
    '&lt;b>',
    '**a** *b*',
    'a\n\n- b\n- [c](https://acme.example/?d=1&e)',
  ),
)
/** A name that is not empty, but may be blank. */
const Name = Text.map((text) => text || 'Go')
const Day = fc.date({
  min: new Date('2001-01-01T00:00:00Z'),
  max: new Date('2030-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const byName = { selector: ({ name }: { name: string }) => foldPartName(name) }

const parts = (extra: Record<string, fc.Arbitrary<unknown>>) =>
  fc
    .uniqueArray(fc.record({ name: Name, ...extra }), { minLength: 1, maxLength: 4, ...byName })
    .map((all) => all.map((part, i) => ({ id: `part-${i}`, ...part })))

const Radar: fc.Arbitrary<RadarDocument> = fc
  .tuple(Name, parts({}), parts({ color: fc.constantFrom('#008a00', '#de001a') }))
  .chain(([title, quadrants, rings]) => {
    const ringIds = rings.map(({ id }) => id)
    const Item = fc.record({
      ringId: fc.constantFrom(...ringIds),
      moved: fc.integer({ min: -2, max: 2 }),
      description: Text,
      isDay: fc.boolean(),
    })
    const Timeline = fc
      .tuple(
        fc.array(Day, { minLength: 1, maxLength: 4 }),
        fc.array(Item, { minLength: 4, maxLength: 4 }),
      )
      .map(([days, items]) =>
        days
          .toSorted((a, b) => a.getTime() - b.getTime())
          .map((day, i) => ({ ...items[i], day: day.toISOString() }))
          .map(({ day, isDay, ...item }) => ({ ...item, date: isDay ? day.slice(0, 10) : day })),
      )
    const Entry = fc.record({
      title: Name,
      key: Text,
      url: fc.constantFrom('#', '', 'https://acme.example/?a=1&b=,'),
      quadrant: fc.constantFrom(...quadrants.map(({ id }) => id)),
      description: Text,
      links: fc.array(fc.record({ url: Text, title: Text }), { maxLength: 2 }),
      tags: fc.array(Text, { maxLength: 2 }),
      timeline: Timeline,
    })
    return fc
      .uniqueArray(Entry, {
        maxLength: 8,
        selector: ({ title, quadrant }) => JSON.stringify([title, quadrant]),
      })
      .chain((entries) =>
        fc
          .uniqueArray(Name, { minLength: entries.length, maxLength: entries.length })
          .map((ids) => entries.map((entry, i) => ({ id: ids[i] ?? '', ...entry }))),
      )
      .map((entries) => ({ title, quadrants, rings, entries: entries.filter(isRecord) }))
  })

const OPTIONS = {
  replace: false,
  date: '2026-11-22',
  now: Infinity,
  by: 'kim@acme.example',
  isRemovalConfirmed: false,
  directorates: directoratesFrom([]),
}

function textOf(radar: RadarDocument, format: string): string {
  return WRITTEN_FORMATS.get(format)!.write(outlineOf(radar))
}

function imported(radar: RadarDocument | undefined, text: string, format: string) {
  return importInto(radar, FORMATS[format]!.read(new Map([['', text]])), OPTIONS)
}

describe.each([...WRITTEN_FORMATS.keys()])('the format %s', (format) => {
  it('exports an identical file after an import into an empty store', () => {
    fc.assert(
      fc.property(Radar, (radar) => {
        fc.pre(radar.entries.length > 0)
        const text = textOf(radar, format)
        expect(textOf(imported(undefined, text, format).next, format)).toBe(text)
      }),
      { numRuns: 100 },
    )
  })

  it('imports its own export without a change', () => {
    fc.assert(
      fc.property(Radar, (radar) => {
        fc.pre(radar.entries.length > 0)
        const { next, result } = imported(radar, textOf(radar, format), format)
        expect(result.reports.filter(({ kind }) => kind !== 'unchanged')).toEqual([])
        expect(next).toBe(radar)
      }),
      { numRuns: 100 },
    )
  })
})
