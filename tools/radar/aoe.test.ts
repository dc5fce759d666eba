import { describe, expect, it } from '@jest/globals'
import { FORMATS } from './formats.ts'

function read(format: string, text: string | Record<string, string>) {
  const files = typeof text === 'string' ? { '': text } : text
  return FORMATS[format]!.read(new Map(Object.entries(files)))
}

describe('aoe', () => {
  const first =
    '---\ntitle:      "React"\nring:       trial\nquadrant:   tools\ntags: [web, ui]\n---\n\nWe try it.\n'

  it('merges releases in order, including those in quadrant folders', () => {
    const { entries, quadrants, isDefined } = read('aoe', {
      'about.md': '# About',
      'radar/2019-11-01/tools/react.md': '---\nring: adopt\n---\n',
      'radar/2017-03-01/react.md': first,
    })
    expect(entries).toEqual([
      {
        location: 'radar/2019-11-01/tools/react.md',
        id: 'react',
        title: 'React',
        quadrant: 'tools',
        tags: ['web', 'ui'],
        description: undefined,
        positions: [
          { ring: 'trial', date: '2017-03-01', description: 'We try it.' },
          { ring: 'adopt', date: '2019-11-01', description: undefined },
        ],
      },
    ])
    expect([quadrants, isDefined]).toEqual([[{ name: 'tools' }], false])
  })

  it('reports that featured: false is not imported', () => {
    const { entries } = read('aoe', {
      '2017-03-01/react.md': first.replace('ring:', 'featured: false\nring:'),
      '2017-03-01/vue.md': first,
      '2019-11-01/react.md': '---\nring: hold\n---\n',
    })
    expect(entries.map(({ note }) => note)).toEqual([
      expect.stringContaining('featured: false'),
      undefined,
    ])
  })

  it('reads names and colours of quadrants and rings from config.json', () => {
    const { title, quadrants, rings, isDefined } = read('aoe', {
      'config.json': JSON.stringify({
        quadrants: [{ id: 'tools', title: 'Tools', color: '#40713f', description: '' }],
        rings: [{ id: 'trial', title: 'Trial', color: '#457b9d', radius: 0.69 }],
        labels: { title: 'Acme Radar' },
      }),
      '2017-03-01/react.md': first,
    })
    expect({ title, quadrants, rings, isDefined }).toEqual({
      title: 'Acme Radar',
      quadrants: [{ id: 'tools', name: 'Tools', color: '#40713f' }],
      rings: [{ id: 'trial', name: 'Trial', color: '#457b9d' }],
      isDefined: true,
    })
  })

  it('reads segments, which earlier versions call quadrants', () => {
    const segment = { id: 'tools', title: 'Tools' }
    const files = (config: unknown) => ({
      'config.json': JSON.stringify({
        rings: [{ id: 'trial', title: 'Trial' }],
        ...Object(config),
      }),
      '2017-03-01/react.md': first,
      '2019-11-01/react.md': '---\nring: hold\nsegment: web\n---\n',
    })
    for (const config of [{ segments: [segment] }, { quadrants: [segment] }]) {
      const { quadrants, isDefined, entries } = read('aoe', files(config))
      expect([quadrants, isDefined]).toEqual([[{ id: 'tools', name: 'Tools' }], true])
      expect(entries).toMatchObject([{ quadrant: 'web' }])
    }
  })

  it('reads the quadrants and rings of version 3, in public/', () => {
    const { quadrants, rings, isDefined } = read('aoe', {
      'public/config.json': JSON.stringify({ quadrants: { tools: 'Tools' }, rings: ['trial'] }),
      '2017-03-01/react.md': first,
    })
    expect({ quadrants, rings, isDefined }).toEqual({
      quadrants: [{ id: 'tools', name: 'Tools' }],
      rings: [{ id: 'trial', name: 'trial' }],
      isDefined: true,
    })
  })

  it('treats null as absent and orders the rings of a folder without config.json', () => {
    const { entries, rings } = read('aoe', {
      '2017-03-01/react.md': first.replace('trial', 'hold'),
      '2019-11-01/react.md': '---\ntitle:\nring: adopt\nsegment: null\n---\n',
    })
    expect(entries).toMatchObject([{ title: 'React', quadrant: 'tools' }])
    expect(rings).toEqual([{ name: 'adopt' }, { name: 'hold' }])
  })

  it('names members and Markdown files that are not imported', () => {
    const { notes } = read('aoe', {
      'config.json': JSON.stringify({ basePath: '/', rings: [{ id: 'a', title: 'A', radius: 1 }] }),
      'about.md': '# About',
      'radar/2017/vue.md': first,
      'radar/2017-03-01/react.md': first.replace('ring:', 'owner: Kim\nring:'),
    })
    expect(notes).toEqual([
      'Members of config.json not imported: basePath',
      'Members of front matter not imported: owner',
      'Files not imported: about.md, radar/2017/vue.md',
    ])
  })

  it.each([
    ['no front matter', 'does not begin with front matter'],
    ['---\ntitle: x\nring: [\n---\n', 'line 3: front matter is not YAML, or it has aliases'],
    ['---\na: &a [1]\nb: *a\n---\n', 'front matter is not YAML, or it has aliases'],
    [`---\na: ${'['.repeat(20_000)}\n---\n`, 'front matter is not YAML, or it has aliases'],
    ['---\ntitle: [1]\n---\n', 'title must be a string, or must be a number'],
    ['---\nring: adopt\n---\n', 'has no segment'],
    ['---\nquadrant: tools\n---\n', 'has no ring'],
  ])('returns the path of an invalid file (case %#)', (text, detail) => {
    const { faults } = read('aoe', { '2017-03-01/x.md': text })
    expect(faults).toMatchObject([{ location: '2017-03-01/x.md', title: 'x' }])
    expect(faults[0]?.detail).toContain(detail)
  })

  it('rejects a folder without releases', () => {
    expect(() => read('aoe', { 'about.md': '' })).toThrow('no <YYYY-MM-DD>/<name>.md')
  })
})
