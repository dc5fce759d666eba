import { describe, expect, it } from '@jest/globals'
import type { Landscape } from './landscape.ts'
import { createLeftOutReport } from './report-left-out.ts'

const NONE = { entries: 0, listItems: 0, languages: 0, projectNames: 0 }
const landscape = (leftOut: Partial<typeof NONE>, ...names: number[]) =>
  ({
    leftOut: { ...NONE, ...leftOut },
    projects: names.map((count, i) => ({ slug: `p${i}`, leftOut: { names: count } })),
  }) as unknown as Landscape

function reported() {
  const lines: unknown[][] = []
  const readings = new Map<string, () => unknown>()
  const report = createLeftOutReport({
    logger: { warn: (...line: unknown[]) => lines.push(line) } as never,
    metrics: {
      reading: ({
        name,
        labels,
        read,
      }: {
        name: string
        labels: { source: string }
        read: () => unknown
      }) => readings.set(`${name} ${labels.source}`, read),
    } as never,
  })
  return { lines, readings, report }
}

describe('createLeftOutReport', () => {
  it('logs each change of the numbers with the projects that have most names', () => {
    const { lines, report } = reported()
    report(landscape({}))
    report(landscape({ projectNames: 7 }, 0, 3, 4))
    report(landscape({ projectNames: 7 }, 0, 3, 4))
    expect(lines).toEqual([
      [
        {
          leftOut: { ...NONE, projectNames: 7 },
          projects: [
            { project: 'p2', names: 4 },
            { project: 'p1', names: 3 },
          ],
        },
        'names were left out: a limit was exceeded',
      ],
    ])
  })

  it('sets landscape_names_left_out by source', () => {
    const { readings, report } = reported()
    report(landscape({ listItems: 2 }))
    const values = [...readings].map(([name, read]) => [name, read()])
    expect(values).toEqual([
      ['landscape_names_left_out entry', 0],
      ['landscape_names_left_out list-item', 2],
      ['landscape_names_left_out language', 0],
      ['landscape_names_left_out project-name', 0],
    ])
  })
})
