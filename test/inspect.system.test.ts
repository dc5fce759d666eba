import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { replace } from '@landscape/store/objects/directory'
import { describeOnEachStore } from './support/describe-stores.ts'
import { run } from './support/process.ts'
import type { TestStore } from './support/stores.ts'

const RADAR = {
  title: 'Acme',
  quadrants: [{ id: '1', name: 'Languages' }],
  rings: [{ id: 'adopt', name: 'ADOPT' }],
  entries: [],
}
const BANNER = { message: 'x', pages: ['radar'], show: true }

describeOnEachStore('npm run store -- inspect', (open) => {
  let data: TestStore
  beforeAll(async () => {
    data = await open()
  }, 120_000)
  afterAll(() => data?.close())

  async function inspect() {
    const command = run(['tools/store.ts', 'inspect'], {
      PATH: process.env['PATH'] ?? '',
      NODE_ENV: 'development',
      ...data.env,
    })
    return { code: await command.exit, output: command.output() }
  }
  const put = (name: keyof typeof DOCUMENTS, text: string | Buffer) =>
    replace(data.store, DOCUMENTS[name].ref, Buffer.from(text))

  it('reports the shapes of stored usage, and accepts rows of the host', async () => {
    await put(
      'organisationHistory',
      '[{"day":"2026-01-01"},{"date":"2026-01-02","day":"2026-01-02"},{"day":"2026-01-02"}]',
    )
    const { output } = await inspect()
    expect(output).toContain(
      'assistant/historic_usage_data.json: contains 0 day objects, 2 rows of the ' +
        'source-control host, 1 elements that are both',
    )
    expect(output).toContain('/2: repeats the day of another element')
    expect(output).not.toContain('historic_usage_data.json: cannot be read')
  })

  it('reports kept months that trends omit', async () => {
    await put('landscapeMonths', '[{"month":"May"}]')
    const { output } = await inspect()
    expect(output).toContain('main/landscape_months.json: /0/month: ')
    expect(output).toContain('kept, but omitted from trends')
  })

  it('reports inexact numbers, oversized values and values that new documents may not have', async () => {
    const entry = {
      id: 'zig',
      title: 'x'.repeat(501),
      quadrant: '1',
      description: 'x'.repeat(50_001),
      timeline: [{ moved: 0, ringId: 'adopt', date: '2024', description: '\ud83d' }],
    }
    const radar = {
      title: 'Acme',
      quadrants: [{ id: '1', name: 'Languages' }],
      rings: [{ id: 'adopt', name: 'ADOPT', constructor: 1 }],
      entries: [{ ...entry, score: 0.25, ticket: 0.125 }],
      dryRun: 'never',
    }
    const text = JSON.stringify(radar)
      .replace('0.25', '1e400')
      .replace('0.125', '12345678901234567890')
    await put('radar', text)
    const deep = JSON.parse('['.repeat(501) + ']'.repeat(501)) as unknown
    await put('arrayData', JSON.stringify({ '': ['Go'], deep }))
    const banner = Buffer.from('{"messages":[{"message":"?","pages":["radar"],"show":true}]}')
    banner[banner.indexOf('?')] = 0xff
    await put('banners', banner)
    const project = {
      details: [{ name: 'Tide' }],
      user: [{ email: 'a@b' }],
      more: 'x'.repeat(600_000),
    }
    const namesake = { details: [{ name: 'Tide' }], user: [{ email: 'A@b ' }] }
    await put('projects', JSON.stringify({ projects: [project, namesake] }))
    const { code, output } = await inspect()
    expect(code).toBe(2)
    const kept = 'kept; validated only when this value changes'
    for (const line of [
      'onsRadarSkeleton.json: /entries/0/score: is a number outside the exact range: returned as',
      'onsRadarSkeleton.json: /entries/0/ticket: is a number outside the exact range: returned as',
      `onsRadarSkeleton.json: /entries/0/title: must have at most 100 characters: ${kept}`,
      `onsRadarSkeleton.json: /entries/0/description: must have at most 50000 characters: ${kept}`,
      `onsRadarSkeleton.json: /entries/0/timeline/0/description: is not valid Unicode: ${kept}`,
      `onsRadarSkeleton.json: /rings/0/constructor: has a name that is not allowed: ${kept}`,
      'onsRadarSkeleton.json: /dryRun: has the name of a request option: kept; requests give this',
      `array_data.json: /: has a name that is not allowed: ${kept}`,
      'array_data.json: /: needs a request of more than 500 levels: kept and returned, but',
      'messages.json: /: has bytes that are not UTF-8: read as U+FFFD',
      'new_project_data.json: /projects/0: needs a request of more than 524288 bytes: kept and',
      'new_project_data.json: /projects/1: has the name of an earlier project of the same owner or',
    ]) {
      expect(output).toContain(line)
    }
    expect(output).not.toContain('xxx')
  })

  it('names an alias of two technologies', async () => {
    await put(
      'technologyNames',
      JSON.stringify([{ name: 'C', aliases: [] }, { name: 'D', aliases: ['c'] }, { name: 5 }]),
    )
    const { output } = await inspect()
    for (const line of [
      '/1/aliases/0: is a name or alias of an earlier technology: belongs to the first technology',
      '/2/name: is not a string: kept; validated only when this value changes; invalid parts are ignored',
    ]) {
      expect(output).toContain(`technology_names.json: ${line}`)
    }
  })

  it('reports missing members only where they are required', async () => {
    await put('banners', JSON.stringify({ messages: [{ message: 'x', page: 'radar' }, {}] }))
    const repository = { name: 'tides', url: '#', visibility: 'PUBLIC', is_archived: false }
    await put('repositories', JSON.stringify({ repositories: [repository, { name: 'ebb' }] }))
    await put('technologyNames', JSON.stringify([{ aliases: [] }]))
    await put('organisationHistory', '[]')
    await put('landscapeMonths', '[]')
    const { output } = await inspect()
    const missing = output
      .split('\n')
      .filter((line) => line.includes('missing'))
      .map((line) => line.split(': ').slice(0, 2))
    expect(missing).toEqual([
      ['main/repositories.json', '/repositories/1/url'],
      ['main/repositories.json', '/repositories/1/visibility'],
      ['main/repositories.json', '/repositories/1/is_archived'],
      ['audit-tool/technology_names.json', '/0/name'],
    ])
    expect(output).toContain(
      'messages.json: /messages/1: has no message: opaque: kept, but omitted',
    )
  })

  it('names unreadable times and empty periods of banners', async () => {
    await put(
      'banners',
      JSON.stringify({
        messages: [
          { ...BANNER, startsAt: 'soon', endsAt: '2026-11-21', state: 'draft' },
          { ...BANNER, startsAt: '2026-11-22', endsAt: '2026-11-21' },
          { ...BANNER, startsAt: null, endsAt: '2026-11-21T10:00:00Z' },
        ],
      }),
    )
    const { output } = await inspect()
    const lines = output.split('\n').filter((line) => line.includes('messages.json: /messages'))
    expect(lines.map((line) => line.split(': ').slice(1, 3))).toEqual([
      ['/messages/0/state', 'is not scheduled or shown or hidden or ended'],
      ['/messages/0/startsAt', 'is not an ISO 8601 time'],
      ['/messages/1/endsAt', 'is not after startsAt'],
    ])
  })

  /** Nests arrays to this depth. */
  const nested = (depth: number) =>
    JSON.parse('['.repeat(depth) + '0' + ']'.repeat(depth)) as unknown

  it.each([
    ['arrayData', { languages: nested(498) }, { languages: nested(499) }, '/', '500 levels'],
    ['radar', { ...RADAR, more: nested(499) }, { ...RADAR, more: nested(500) }, '/', '500 levels'],
    [
      'banners',
      { messages: [{ ...BANNER, more: 'x'.repeat(400_000) }] },
      { messages: [{ ...BANNER, more: 'x'.repeat(524_288) }] },
      '/messages/0',
      '524288 bytes',
    ],
    [
      'arrayData',
      { languages: Array.from({ length: 100_000 }, () => []) },
      { languages: Array.from({ length: 125_000 }, () => []) },
      '/',
      '250000 values',
    ],
  ] as const)(
    'reports values of %s that exceed the limits of a request',
    async (name, fits, grown, path, bound) => {
      const { key } = DOCUMENTS[name].ref
      const line = `${key}: ${path}: needs a request of more than ${bound}: kept and returned`
      await put(name, JSON.stringify(fits))
      expect((await inspect()).output).not.toContain(line)
      await put(name, JSON.stringify(grown))
      expect((await inspect()).output).toContain(line)
    },
  )
})
