import { PICTURE_HEADERS } from '@landscape/views/picture'
import type { PageElement } from '@landscape/dev/page-reader'
import { afterAll, describe, expect, it } from '@jest/globals'
import { prefixesWith } from '../src/request/prefixes.ts'
import { closeServers, type GatewayOptions } from './gateway-fixture.ts'
import { EVIL, LANDING, landingWith, monthsOf, shownPage, startServices } from './landing-page.ts'

afterAll(closeServers)

const linksOn = (elements: PageElement[]) =>
  elements.flatMap(({ name, attributes: { href } }) => (name === 'a' && href ? [href] : []))
const itemsOf = (elements: PageElement[], part: string) =>
  elements.filter(({ name, text }) => name === 'li' && text.includes(part)).map(({ text }) => text)
const HEADER = ['/', '/radar', '/technologies', '/projects', '/drift', '/usage', '/changes']
const FOOTER = ['/docs']
const headlinesOf = (elements: PageElement[]) =>
  elements.find(({ attributes }) => attributes['class'] === 'headlines')?.text

describe('the landing page', () => {
  it('shows search, numbers, pictures and moves in the order of its readers', async () => {
    const { upstreams } = await startServices()
    const { elements, text } = await shownPage({ upstreams })
    expect(linksOn(elements)).toEqual([
      ...HEADER,
      '/drift?kind=on-hold-in-use',
      '/drift?kind=not-on-radar',
      '/projects',
      '/technologies?sort=-repositories',
      '#assistants',
      '/radar',
      '/radar',
      '/assistant/api/org/svg',
      '/technologies/ci-cd',
      '/technologies/zig',
      '/technologies?sort=-moved',
      '/editions',
      '/api/tech-radar/feed.atom',
      '/api/languages/svg',
      '/technologies',
      ...FOOTER,
    ])
    const ids = elements.flatMap(({ attributes: { id } }) => id ?? [])
    expect(ids).toEqual(['search-q', 'assistants', 'moves'])
    expect(text).toContain('<bdi>kim@acme.example</bdi>')
    expect(elements.find(({ name }) => name === 'html')?.attributes['lang']).toBe('en')
    expect(elements.filter(({ name }) => name === 'h1')).toHaveLength(1)
  })

  it('shows the numbers of the services', async () => {
    const { upstreams } = await startServices()
    const { elements } = await shownPage({ upstreams })
    expect(headlinesOf(elements)).toBe(
      '36 technologies in HOLD or IGNORE still in use ' +
        '10 technologies of several projects not on the radar ' +
        '1,049 projects and their technologies ' +
        '150 repositories and their languages ' +
        '55 of 62 seats use the code assistant',
    )
  })

  it('shows the change of a number since the last quarter, and its months as a line', async () => {
    const { upstreams } = await startServices(
      landingWith({ numbers: { ...LANDING.numbers, months: monthsOf(41, 40, 38, 36) } }),
    )
    const { elements } = await shownPage({ upstreams })
    expect(headlinesOf(elements)).toContain(
      'in HOLD or IGNORE still in use 5 fewer than in Jan 2026',
    )
    const lines = elements.filter(({ attributes }) => attributes['class'] === 'months')
    expect(lines.map(({ attributes }) => attributes['aria-label'])).toEqual([
      '41 in Jan 2026, 36 in Apr 2026',
    ])
  })

  it('embeds pictures by their addresses, for phones the radar of one quadrant', async () => {
    const { upstreams } = await startServices()
    const { elements } = await shownPage({ upstreams })
    const sources = elements.flatMap(({ name, attributes: { src, srcset } }) =>
      name === 'img' ? [src] : name === 'source' ? [srcset] : [],
    )
    expect(sources).toEqual([
      '/api/tech-radar/svg?layout=disc&quadrant=q1',
      '/api/tech-radar/svg?layout=disc',
      '/assistant/api/org/svg',
      '/api/languages/svg',
    ])
    expect(elements.some(({ name }) => name === 'svg')).toBe(false)
  })

  it('omits numbers that are not available', async () => {
    const { upstreams } = await startServices({
      ...landingWith({ numbers: null }),
      '/assistant/api/org/seats': { status: 503 },
    })
    expect(headlinesOf((await shownPage({ upstreams })).elements)).toBeUndefined()
  })

  it('shows which numbers nobody knows', async () => {
    const { upstreams } = await startServices({
      ...landingWith({
        numbers: { ...LANDING.numbers, onHoldInUse: 0, projects: 1, repositories: null },
      }),
      '/assistant/api/org/seats': { status: 501 },
    })
    const { elements, text } = await shownPage({ upstreams })
    expect(headlinesOf(elements)).toBe(
      '0 technologies in HOLD or IGNORE still in use ' +
        '10 technologies of several projects not on the radar ' +
        '1 project and its technologies – repositories: not known',
    )
    expect(text).not.toContain('/api/languages/svg')
  })

  it.each([
    [3, '3 technologies in HOLD or IGNORE still in use '],
    [0, ''],
  ])(
    'shows only what repositories prove while no project is stored: %s',
    async (onHoldInUse, shown) => {
      const numbers = { ...LANDING.numbers, onHoldInUse, notOnRadar: 0, projects: 0, months: [] }
      const { upstreams } = await startServices({
        ...landingWith({ numbers }),
        '/assistant/api/org/seats': { status: 501 },
      })
      const { elements } = await shownPage({ upstreams })
      expect(headlinesOf(elements)).toBe(`${shown}150 repositories and their languages`)
    },
  )

  it('reports that no radar is stored instead of its moves', async () => {
    const { upstreams } = await startServices({
      ...landingWith({
        numbers: { ...LANDING.numbers, entries: 0 },
        moves: { ...LANDING.moves, newest: [] },
      }),
      '/assistant/api/org/seats': { status: 404 },
    })
    const { text } = await shownPage({ upstreams })
    expect(text).toContain('Nothing is stored yet.')
    expect(text).not.toMatch(/Nothing moved|The radar with its entries/)
  })

  it('shows the first commands, and no number, while nothing is stored', async () => {
    const { upstreams } = await startServices({
      ...landingWith({
        numbers: {
          ...LANDING.numbers,
          onHoldInUse: 0,
          projects: 0,
          repositories: null,
          entries: 0,
        },
        moves: { ...LANDING.moves, newest: [] },
      }),
      '/assistant/api/org/seats': { status: 404 },
    })
    const { text, elements } = await shownPage({ upstreams })
    const commands = elements.filter(({ name }) => name === 'code').map((one) => one.text)
    expect(commands).toEqual([
      expect.stringMatching(/^npm run radar -- import /),
      expect.stringMatching(/^npm run store -- put audit-tool\/new_project_data\.json /),
      expect.stringMatching(/^npm run store -- put main\/repositories\.json /),
    ])
    expect(text).not.toMatch(/still in use|Nothing moved|Languages/)
  })

  it('states as of when each source is', async () => {
    const { upstreams } = await startServices()
    const { elements } = await shownPage({ upstreams })
    expect(elements.map(({ text }) => text)).toContain(
      'Repositories as of 15 November 2026 · Usage of the code assistant as of 13 November 2026',
    )
    const missing = await startServices({
      ...landingWith({ numbers: null }),
      '/assistant/api/org/seats': { text: '{"seats":1,"used":1,"newest_day":null}' },
    })
    const { text } = await shownPage({ upstreams: missing.upstreams })
    expect(text).not.toContain('as of')
    expect(text).not.toContain('date not known')
  })

  it('names the directorate of the rings when there are several', async () => {
    const { upstreams } = await startServices()
    const { elements } = await shownPage({ upstreams })
    expect(elements.find(({ text }) => text.startsWith('Rings of'))?.text).toBe(
      'Rings of Coast. The pages of technologies have those of other directorates. You are kim@acme.example.',
    )
  })

  it('shows the newest moves with links to their technologies', async () => {
    const { upstreams } = await startServices()
    const { elements } = await shownPage({ upstreams })
    expect(itemsOf(elements, '2026')).toEqual([
      `CI/CD moved from TRIAL to Use it 6 October 2026 · ${EVIL}`,
      'Zig is new in REVIEW 5 September 2026',
    ])
  })

  it('reports that nothing moved', async () => {
    const { upstreams } = await startServices(
      landingWith({ moves: { ...LANDING.moves, newest: [] } }),
    )
    const { text } = await shownPage({ upstreams })
    expect(text).toContain('Nothing moved on the radar since 25 August 2026.')
  })

  it('allows its styles and its scripts by hash, and its own pictures', async () => {
    const { upstreams } = await startServices()
    const { elements, headers } = await shownPage({ upstreams })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; style-src 'sha256-")
    expect(policy).toMatch(/script-src 'sha256-[^']+' 'sha256-[^']+'; img-src 'self'; connect/)
    const [, ofPictures = ''] =
      /style-src ('[^']+')/.exec(PICTURE_HEADERS['content-security-policy']) ?? []
    expect(policy).toContain(ofPictures)
    expect(policy).not.toMatch(/unsafe|http/)
    expect(elements.filter(({ name }) => name === 'script')).toHaveLength(2)
    for (const { name, attributes } of elements) {
      expect(['iframe', 'object']).not.toContain(name)
      expect(Object.keys(attributes).filter((one) => /^on|^style$/.test(one))).toEqual([])
      expect(attributes['src'] ?? '/').toMatch(/^\/(?!\/)/)
    }
  })

  it('announces the feed of the radar', async () => {
    const { upstreams } = await startServices()
    const feedOf = async (more: GatewayOptions) =>
      (await shownPage({ upstreams, ...more })).elements.filter(({ name }) => name === 'link')
    expect((await feedOf({})).map(({ attributes }) => attributes)).toEqual([
      { rel: 'alternate', type: 'application/atom+xml', href: '/api/tech-radar/feed.atom' },
    ])
    const closed = { identify: () => undefined, prefixes: prefixesWith([], true) }
    expect(await feedOf(closed)).toEqual([])
  })
})
