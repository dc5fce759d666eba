import { createRandom } from '@landscape/dev/random'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { monthsOf } from '@landscape/contracts/landscape-months'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { openDocuments } from '@landscape/store/documents/open-documents'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { replace } from '@landscape/store/objects/directory'
import { describe, expect, it, jest } from '@jest/globals'
import request from 'supertest'
import { keepMonths } from '../src/trends/keep-months.ts'
import { dataService } from './data-service.ts'

const NAMES = [
  'arrayData',
  'directorates',
  'landscapeMonths',
  'projects',
  'radar',
  'radarEditions',
  'repositories',
  'technologyNames',
] as const
const NOW = Date.parse('2026-11-27T10:00:00Z')
const BY = { actor: 'kim@acme.example', action: 'test' }
const logger = createLogger({ service: 'test', level: 'silent' })

/** All projects are of one programme. */
const NO_OTHERS = { drift: 0, missing: 0, projects: 0, onHoldInUse: 0 }

/** A project of an owner with its name. */
const project = (name: string, languages: string[], stage = 'Development') => ({
  user: [{ email: `${name}@acme.example`, roles: ['Technical Contact'] }],
  details: [{ name, short_name: '', project_description: 'Text', programme_name: 'Coast' }],
  architecture: { languages: { main: languages, others: [] } },
  stage,
})
const entry = (title: string, ...rings: string[]) => ({
  id: title.toLowerCase(),
  title,
  quadrant: '1',
  description: '',
  timeline: rings.map((ringId) => ({ moved: 0, ringId, date: '2025-01-01', description: '' })),
})
const radar = (entries: object[]) => ({
  title: 'Radar',
  quadrants: [{ id: '1', name: 'Languages' }],
  rings: ['adopt', 'hold'].map((id) => ({ id, name: id.toUpperCase() })),
  entries,
})
const repository = (name: string, language: string, visibility = 'PUBLIC') => ({
  name,
  url: `https://scm.example/${name}`,
  visibility,
  technologies: { languages: [{ name: language, size: 1, percentage: 100 }] },
})

/** A store whose documents are edited at chosen instants. */
function pastStore() {
  const store = createEmbeddedStore(':memory:')
  let instant = 0
  const clock = () => instant
  const documents = openDocuments(store, NAMES, { logger, clock })
  return {
    store,
    documents,
    put: (name: keyof typeof DOCUMENTS, value: unknown) =>
      replace(store, DOCUMENTS[name].ref, Buffer.from(JSON.stringify(value))),
    async edit(day: string, projects: object[], entries: object[]) {
      instant = Date.parse(`${day}T12:00:00Z`)
      await documents.projects.change(() => ({ next: { projects }, result: undefined }), { by: BY })
      await documents.radar.change(() => ({ next: radar(entries), result: undefined }), { by: BY })
    },
    keep: (now = NOW, from?: string) => keepMonths({ documents, now: () => now, from }),
  }
}

async function readTrends(store: ReturnType<typeof createEmbeddedStore>) {
  const { app } = await dataService({}, { store, now: () => NOW })
  return async (path: string) => {
    const { status, body } = await request(app).get(path)
    expect([path, status]).toEqual([path, 200])
    return body as never
  }
}

describe('GET /api/trends', () => {
  it('joins each month of a year from the history', async () => {
    const past = pastStore()
    const known: Record<string, [projects: number, onHold: number, ring: string]> = {}
    for (let month = 0; month < 12; month++) {
      const day = new Date(Date.UTC(2025, 11 + month, 15)).toISOString().slice(0, 10)
      // One project more each month; Java moves to hold in June, and Perl is on hold from the start.
      const projects = Array.from({ length: month + 1 }, (_, i) => project(`P${i}`, ['Java']))
      const ring = month < 6 ? 'adopt' : 'hold'
      const rings = month < 6 ? ['adopt'] : ['adopt', 'hold']
      await past.edit(day, projects, [entry('Java', ...rings), entry('Perl', 'hold')])
      known[day.slice(0, 7)] = [month + 1, month < 6 ? 0 : 1, ring]
    }
    const { counted, beforeHistory } = await past.keep(NOW, '2025-06')
    expect(counted).toHaveLength(12)
    expect(beforeHistory).toEqual([
      '2025-06',
      '2025-07',
      '2025-08',
      '2025-09',
      '2025-10',
      '2025-11',
    ])
    const read = await readTrends(past.store)
    const { months } = (await read('/api/trends')) as { months: Record<string, unknown>[] }
    expect(
      months.map(({ month, projects, onHoldInUse }) => [month, projects, onHoldInUse]),
    ).toEqual(Object.entries(known).map(([month, [projects, onHold]]) => [month, projects, onHold]))
    expect(months.every(({ repositories }) => repositories === null)).toBe(true)
    const java = (await read('/api/trends/java')) as { months: object[] }
    expect(java.months).toEqual(
      Object.entries(known).map(([month, [projects, , ring]]) => {
        return { month, projects, repositories: null, ring }
      }),
    )
  })

  it('has null for a month without counts', async () => {
    const past = pastStore()
    await past.edit('2026-01-10', [project('A', ['Java'])], [])
    await past.keep(Date.parse('2026-08-31T10:00:00Z'))
    await past.keep()
    const read = await readTrends(past.store)
    const { months } = (await read('/api/trends')) as { months: Record<string, unknown>[] }
    expect(months).toHaveLength(12)
    expect(months.map(({ month, projects }) => [month, projects]).slice(7)).toEqual([
      ['2026-07', null],
      ['2026-08', 1],
      ['2026-09', null],
      ['2026-10', null],
      ['2026-11', 1],
    ])
  })

  it('keeps the counts that the lists return, and of the last day of a month', async () => {
    const past = pastStore()
    await past.edit('2026-11-01', [project('A', ['Go'])], [])
    await past.keep(Date.parse('2026-11-26T10:00:00Z'))
    const projects = [project('A', ['Go', 'Perl']), project('B', ['Perl', 'Zig', 'Zag'], 'Retired')]
    await past.edit('2026-11-26', [...projects, project('C', ['Zig'])], [entry('Perl', 'hold')])
    await past.put('repositories', { repositories: [repository('a', 'Go'), repository('b', 'C')] })
    await past.keep()
    await past.keep(Date.parse('2026-11-25T10:00:00Z'))
    const read = await readTrends(past.store)
    const { months } = (await read('/api/trends')) as { months: Record<string, number>[] }
    const drift = (await read('/api/drift')) as { totals: Record<string, number | null> }
    const list = (await read('/api/technologies')) as {
      totals: { projects: number; repositories: number }
      technologies: { slug: string; projects: number; repositories: number; ring: string }[]
    }
    const { counted, complete } = (await read('/api/completeness')) as Record<string, number>
    expect(months.at(-1)).toEqual({
      month: '2026-11',
      projects: list.totals.projects,
      repositories: list.totals.repositories,
      onHoldInUse: drift.totals['on-hold-in-use'],
      notOnRadar: drift.totals['not-on-radar'],
      missing: counted! - complete!,
      drift: Object.entries(drift.totals).reduce(
        (sum, [kind, count]) => sum + (kind === 'not-reviewed' ? 0 : (count ?? 0)),
        0,
      ),
      others: NO_OTHERS,
    })
    expect(months.at(-1)).toMatchObject({ onHoldInUse: 1, projects: 3, repositories: 2 })
    expect(list.technologies.length).toBeGreaterThan(4)
    // The projects of one owner do not bring a name into the months.
    const zag = (await read('/api/trends/zag')) as { months: object[] }
    expect(zag.months.at(-1)).toMatchObject({ projects: null })
    const kept = list.technologies.filter(({ slug }) => slug !== 'zag')
    for (const { slug, projects: uses, repositories, ring } of kept) {
      const { months: own } = (await read(`/api/trends/${slug}`)) as { months: object[] }
      expect([slug, own.at(-1)]).toEqual([
        slug,
        { month: '2026-11', projects: uses, repositories, ring },
      ])
    }
  })

  it.each([1, 2, 3])(
    'has the numbers of a recount of the stored documents, seed %i',
    async (seed) => {
      const random = createRandom(`months ${seed}`)
      const names = ['Ada', 'Bash', 'Cobol', 'Dart', 'Elm', 'Fortran', 'Go', 'Haskell']
      const someNames = () => random.sample(names, random.int(0, 4))
      const projects = Array.from({ length: 30 }, (_, i) =>
        project(`P${i}`, someNames(), random.pick(['Development', 'Retired', ''])),
      )
      const onHold = random.sample(names, 3)
      const entries = random
        .sample(names, 5)
        .map((name) => entry(name, 'adopt', ...(onHold.includes(name) ? ['hold'] : [])))
      const repositories = Array.from({ length: 20 }, (_, i) => ({
        ...repository(`r${i}`, random.pick(names), random.pick(['PUBLIC', 'PRIVATE'])),
        is_archived: random.chance(0.5),
      }))
      const past = pastStore()
      await past.edit('2026-11-01', projects, entries)
      await past.put('repositories', { repositories })
      await past.keep()
      const read = await readTrends(past.store)
      const { months } = (await read('/api/trends')) as { months: object[] }

      const namedBy = (name: string, present: boolean) =>
        projects.filter(
          ({ architecture, stage }) =>
            architecture.languages.main.includes(name) && !(present && stage === 'Retired'),
        ).length
      const languageOf = ({ technologies }: (typeof repositories)[number]) =>
        technologies.languages[0]?.name
      const inUse = (name: string) =>
        namedBy(name, true) > 0 ||
        repositories.some((one) => languageOf(one) === name && !one.is_archived)
      const onRadar = new Map(
        entries.map(({ title, timeline }) => [title, timeline.at(-1)?.ringId]),
      )
      expect(months.at(-1)).toEqual({
        month: '2026-11',
        projects: 30,
        onHoldInUse: names.filter((name) => onRadar.get(name) === 'hold' && inUse(name)).length,
        notOnRadar: names.filter((name) => !onRadar.has(name) && namedBy(name, true) > 1).length,
        // None names hosting or a repository; to a retired project only its description matters.
        missing: projects.filter(({ stage }) => stage !== 'Retired').length,
        repositories: repositories.filter(({ visibility }) => visibility === 'PUBLIC').length,
        drift: expect.any(Number),
        others: NO_OTHERS,
      })
      for (const name of names) {
        const found = repositories.filter((one) => languageOf(one) === name)
        const isKept = onRadar.has(name) || found.length > 0 || namedBy(name, false) > 1
        if (!isKept) continue
        const own = (await read(`/api/trends/${name}`)) as { months: object[] }
        expect(own.months.at(-1)).toEqual({
          month: '2026-11',
          projects: namedBy(name, false),
          // Nothing shows that a name on neither side is a language, which the scan could find.
          repositories:
            found.length > 0 || onRadar.has(name)
              ? found.filter(({ visibility }) => visibility === 'PUBLIC').length
              : null,
          ring: onRadar.get(name) ?? null,
        })
      }
    },
  )

  it('keeps 2,000 technologies, those of the radar first, then the most used', async () => {
    const past = pastStore()
    const names = Array.from({ length: 2_100 }, (_, i) => `name${i}`)
    const parts = Array.from({ length: 7 }, (_, i) => names.slice(300 * i, 300 * (i + 1)))
    const projects = ['a', 'b'].flatMap((owner) =>
      parts.map((part, i) => project(`${owner}${i}`, part)),
    )
    await past.edit(
      '2026-11-01',
      [...projects, project('c', ['name2099'])],
      [entry('Java', 'hold')],
    )
    await past.keep()
    const stored = await past.documents.landscapeMonths.read()
    const [month] = monthsOf(stored?.value ?? [])
    const slugs = Object.keys(month?.technologies ?? {})
    expect(slugs).toHaveLength(2_000)
    expect(slugs).toEqual(expect.arrayContaining(['java', 'name2099']))
  })

  it('counts public repositories only', async () => {
    const past = pastStore()
    const repositories = [repository('a', 'Go'), repository('b', 'Go', 'PRIVATE')]
    await past.put('repositories', { repositories })
    await past.keep()
    const read = await readTrends(past.store)
    for (const path of ['/api/trends', '/api/trends/go']) {
      const { months } = (await read(path)) as { months: object[] }
      expect([path, months.at(-1)]).toEqual([path, expect.objectContaining({ repositories: 1 })])
    }
  })

  it('knows nothing before the first run, and keeps malformed elements', async () => {
    const past = pastStore()
    const read = await readTrends(past.store)
    const { months } = (await read('/api/trends')) as { months: Record<string, unknown>[] }
    expect(months.map(({ projects }) => projects)).toEqual(Array(12).fill(null))
    await past.put('landscapeMonths', [{ month: 'May' }])
    await past.keep()
    const [malformed, kept] = (await past.documents.landscapeMonths.read())!.value
    expect([malformed, kept]).toEqual([
      { month: 'May' },
      expect.objectContaining({ month: '2026-11' }),
    ])
  })

  it('counts and returns five years at the most, however old a month is', async () => {
    const past = pastStore()
    await past.edit('2026-11-01', [project('A', ['Go'])], [])
    const read = jest.spyOn(past.documents.projects, 'past')
    await past.keep(NOW, '0001-01')
    expect(read.mock.calls.length).toBeLessThan(60)
    const { value = [] } = (await past.documents.landscapeMonths.read()) ?? {}
    const [kept] = value as object[]
    await past.put('landscapeMonths', [{ ...kept, month: '0001-01', day: '0001-01-31' }])
    const get = await readTrends(past.store)
    const { months } = (await get('/api/trends')) as { months: { month: string }[] }
    expect([months.length, months.at(-1)?.month]).toEqual([60, '2026-11'])
  })
})

describe('pages with kept counts', () => {
  it('compare the technologies on hold with three months ago, and draw the projects of a technology', async () => {
    const past = pastStore()
    const names = ['Java', 'Perl']
    const hold = names.map((name) => entry(name, 'hold'))
    await past.edit('2026-08-01', [project('A', names), project('B', names)], hold)
    await past.keep(Date.parse('2026-08-31T10:00:00Z'))
    await past.edit('2026-11-01', [project('A', ['Java'])], hold)
    const { app } = await dataService({}, { store: past.store, now: () => NOW })
    const page = async (path: string) => (await request(app).get(path)).text
    expect(await page('/drift')).not.toContain('Aug 2026')
    await past.keep()
    expect(await page('/drift')).toMatch(
      /1 technology in HOLD or IGNORE is[^]*1 fewer than in Aug 2026/,
    )
    // The project B was the second of the programme.
    expect(await page('/drift?programme=Coast')).toMatch(
      /1 technology in HOLD[^]*1 fewer than in Aug 2026/,
    )
    expect(await page('/drift?project=a')).not.toContain('Aug 2026')
    expect(await page('/technologies/java')).toContain('aria-label="2 in Aug 2026, 1 in Nov 2026"')
    expect(await page('/projects?programme=Coast')).toContain('1 fewer than in Aug 2026')
    expect(await page('/projects?q=a')).not.toContain('Aug 2026')
    expect(await page('/technologies/java')).toContain('href="/api/trends/java"')
  })
})

describe('the months of a programme', () => {
  const of = (programme: string, one: ReturnType<typeof project>) => ({
    ...one,
    details: [{ ...one.details[0], programme_name: programme }],
  })

  it('have its four numbers, those of its lists, as JSON, CSV and page', async () => {
    const past = pastStore()
    const hold = [entry('Java', 'hold'), entry('Perl', 'hold')]
    const fleet = (...names: string[]) => of('Fleet', project('B', names))
    await past.edit('2026-09-01', [project('A', ['Java']), fleet('Java', 'Perl')], hold)
    await past.keep(Date.parse('2026-09-30T10:00:00Z'))
    await past.edit('2026-11-01', [project('A', ['Java']), fleet('Perl')], hold)
    await past.keep()
    const read = await readTrends(past.store)
    const { months, today, toDo } = (await read('/api/trends?programme=fleet')) as {
      months: object[]
      today: object
      toDo: { findings: { technology: string }[]; projects: { name: string }[] }
    }
    expect(toDo.findings.map(({ technology }) => technology)).toEqual(['Perl'])
    expect(toDo.projects.map(({ name }) => name)).toEqual(['B'])
    const drift = (await read('/api/drift?programme=Fleet')) as { totals: Record<string, number> }
    const { counted, complete } = (await read('/api/completeness?programme=Fleet')) as Record<
      string,
      number
    >
    const now = { drift: 1, missing: counted! - complete!, projects: 1, onHoldInUse: 1 }
    expect(drift.totals['on-hold-in-use']).toBe(1)
    expect(today).toEqual({ ...now, notOnRadar: 0 })
    const unknown = { notOnRadar: null, repositories: null }
    expect(months.slice(-3)).toEqual([
      { month: '2026-09', ...now, drift: 2, onHoldInUse: 2, ...unknown },
      {
        ...unknown,
        month: '2026-10',
        drift: null,
        missing: null,
        projects: null,
        onHoldInUse: null,
      },
      { month: '2026-11', ...now, ...unknown },
    ])
    const { app } = await dataService({}, { store: past.store, now: () => NOW })
    const csv = await request(app).get('/api/trends?programme=Fleet&format=csv&sort=-month&limit=1')
    expect(csv.text.trim().split('\r\n')[1]).toMatch(/^2026-11,1,1,/)
    const { text } = await request(app).get('/trends?programme=Fleet')
    expect(text).toContain('Months of Fleet')
    expect(text).toMatch(
      /<h2>Findings<\/h2>[^]*Perl[^]*\/api\/drift\?programme=Fleet&#38;format=csv/,
    )
    expect(text).toMatch(
      /<h2>Projects with missing parts<\/h2>[^]*\/api\/completeness\?programme=Fleet&#38;format=csv/,
    )
    expect(text).toMatch(/<a href="\/drift\?programme=Fleet"\s*><strong>1<\/strong> finding<\/a/)
    expect(text).toContain('aria-label="2 in Sept 2026, 1 in Nov 2026"')
    expect(text.replaceAll(/<[^>]+>|\s+/g, ' ').replaceAll(/ +/g, ' ')).toContain(
      'Sept 2026 2 2 1 1',
    )
    const completeness = await request(app).get('/completeness?programme=Fleet')
    expect(completeness.text).toMatch(/1 of 1 with missing parts in\s+Sept 2026\./)
    expect((await request(app).get('/api/trends?programme=none')).status).toBe(400)
  })

  it('are kept for the 200 programmes with most projects, ties by name, and for the others', async () => {
    const past = pastStore()
    const names = Array.from({ length: 203 }, (_, i) => `P${String(i).padStart(3, '0')}`)
    const projects = [...names, 'P202'].map((programme, i) =>
      of(programme, project(`N${i}`, ['Java'])),
    )
    await past.edit('2026-11-01', projects, [entry('Java', 'hold')])
    await past.keep()
    const [month] = monthsOf((await past.documents.landscapeMonths.read())?.value ?? [])
    expect(month?.programmes).toHaveLength(200)
    expect(month?.programmes?.[0]).toEqual(['P202', [1, 2, 2, 1]])
    expect(month?.programmes?.at(-1)?.[0]).toBe('P198')
    const read = await readTrends(past.store)
    const { months } = (await read('/api/trends')) as { months: object[] }
    const others = { drift: 1, missing: 3, projects: 3, onHoldInUse: 1 }
    expect(months.at(-1)).toMatchObject({ projects: 204, others })
    const { app } = await dataService({}, { store: past.store, now: () => NOW })
    const csv = await request(app).get('/api/trends?format=csv&sort=-month&limit=1')
    const [heading, first] = csv.text.trim().split('\r\n')
    expect([heading, first]).toEqual([
      expect.stringMatching(/,others\.drift,.*others\.onHoldInUse$/),
      expect.stringMatching(/,1,3,3,1$/),
    ])
    const { text } = await request(app).get('/trends')
    expect(text.replaceAll(/<[^>]+>|\s+/g, ' ').replaceAll(/ +/g, ' ')).toMatch(
      /Projects of other programmes .* Nov 2026 1 1 3 3 /,
    )
  })

  it('are unknown in a month that was kept without them', async () => {
    const past = pastStore()
    await past.edit('2026-11-01', [project('A', ['Java'])], [])
    await past.keep()
    const [month] = (await past.documents.landscapeMonths.read())!.value as object[]
    const { programmes: _, otherProgrammes: _others, ...older } = month as Record<string, object>
    await past.put('landscapeMonths', [older])
    const read = await readTrends(past.store)
    const { months } = (await read('/api/trends?programme=Coast')) as { months: object[] }
    expect(months.at(-1)).toMatchObject({ projects: null, drift: null })
  })
})
