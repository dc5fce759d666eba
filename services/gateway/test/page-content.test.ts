import { PICTURE_HEADERS } from '@landscape/views/picture'
import type { PageElement } from '@landscape/dev/page-reader'
import { afterAll, describe, expect, it } from '@jest/globals'
import { prefixesWith } from '../src/request/prefixes.ts'
import { closeServers, type GatewayOptions } from './gateway-fixture.ts'
import { EVIL, LANDING, landingWith, shownPage, startServices } from './landing-page.ts'

afterAll(closeServers)

const linksOn = (elements: PageElement[]) =>
  elements.flatMap(({ name, attributes: { href } }) => (name === 'a' && href ? [href] : []))
const itemsOf = (elements: PageElement[], part: string) =>
  elements.filter(({ name, text }) => name === 'li' && text.includes(part)).map(({ text }) => text)
const HEADER = ['/', '/radar', '/technologies', '/projects', '/drift', '/usage']
const FOOTER = ['/changes', '/docs', '/problems']

describe('the landing page', () => {
  it('shows search, numbers, pictures and moves in the order of its readers', async () => {
    const { upstreams } = await startServices()
    const { elements, text } = await shownPage({ upstreams })
    expect(linksOn(elements)).toEqual([
      ...HEADER,
      '/drift?kind=on-hold-in-use',
      '/projects',
      '/technologies?sort=-repositories',
      '#assistants',
      '/technologies',
      '/radar',
      '/api/tech-radar/svg',
      '/technologies/CI-CD',
      '/technologies/Zig',
      '/technologies?sort=-moved',
      '/api/tech-radar/feed.atom',
      '/api/languages/svg',
      '/assistant/api/org/svg',
      '/readyz',
      ...FOOTER,
    ])
    const ids = elements.flatMap(({ attributes: { id } }) => id ?? [])
    expect(ids).toEqual(['search-q', 'moves', 'assistants', 'messages', 'services'])
    expect(elements.filter(({ name }) => name === 'svg')).toHaveLength(3)
    expect(text).toContain('<bdi>kim@acme.example</bdi>')
    expect(elements.find(({ name }) => name === 'html')?.attributes['lang']).toBe('en')
    expect(elements.filter(({ name }) => name === 'h1')).toHaveLength(1)
  })

  it('shows the numbers of the services', async () => {
    const { upstreams } = await startServices()
    const { elements } = await shownPage({ upstreams })
    const list = elements.find(({ attributes }) => attributes['class'] === 'headlines')
    expect(list?.text).toBe(
      '36 technologies in HOLD or IGNORE still in use ' +
        '1,049 projects and their technologies ' +
        '150 repositories and their languages ' +
        '55 of 62 seats use the code assistant',
    )
  })

  it('compares the technologies on hold with an earlier month', async () => {
    const earlier = { month: '2026-08', onHoldInUse: 41 }
    const { upstreams } = await startServices(
      landingWith({ numbers: { ...LANDING.numbers, earlier } }),
    )
    const { elements } = await shownPage({ upstreams })
    const list = elements.find(({ attributes }) => attributes['class'] === 'headlines')
    expect(list?.text).toContain('in HOLD or IGNORE still in use; 41 in Aug 2026')
  })

  it('shows which numbers are not available, and offers to try again', async () => {
    const { upstreams } = await startServices({
      ...landingWith({ numbers: null }),
      '/assistant/api/org/seats': { status: 503 },
    })
    const { elements } = await shownPage({ upstreams })
    const list = elements.find(({ attributes }) => attributes['class'] === 'headlines')
    expect(list?.text).toBe(
      '– technologies still in use that the radar advises against: not available, try again ' +
        '– projects: not available, try again ' +
        '– repositories: not available, try again ' +
        '– seats of the code assistant: not available, try again',
    )
    expect(linksOn(elements).slice(HEADER.length, HEADER.length + 4)).toEqual(['/', '/', '/', '/'])
  })

  it('shows which numbers nobody knows', async () => {
    const { upstreams } = await startServices({
      ...landingWith({
        numbers: { ...LANDING.numbers, onHoldInUse: 0, projects: 1, repositories: null },
      }),
      '/assistant/api/org/seats': { status: 501 },
    })
    const { elements } = await shownPage({ upstreams })
    const list = elements.find(({ attributes }) => attributes['class'] === 'headlines')
    expect(list?.text).toBe(
      '0 technologies in HOLD or IGNORE still in use 1 project and its technologies ' +
        '– repositories: not known',
    )
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
        moves: { ...LANDING.moves, newest: [], radarTitle: '' },
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
    expect(text).not.toMatch(/still in use|try again|Nothing moved|Languages/)
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

  it('shows technologies on hold that only repositories use', async () => {
    const { upstreams } = await startServices(
      landingWith({ numbers: { ...LANDING.numbers, projects: 0, repositories: 2 } }),
    )
    const { elements } = await shownPage({ upstreams })
    const list = elements.find(({ attributes }) => attributes['class'] === 'headlines')
    expect(list?.text).toMatch(/^36 technologies in HOLD or IGNORE still in use 2 repositories/)
  })

  it('names the organisation by the title of its radar', async () => {
    const { upstreams } = await startServices()
    const { elements } = await shownPage({ upstreams })
    const brand = elements.find(({ attributes }) => attributes['class'] === 'brand')
    expect(brand?.text).toBe('Technology landscape Acme Radar')
  })

  it('names the directorate of the rings when there are several', async () => {
    const { upstreams } = await startServices()
    const { elements } = await shownPage({ upstreams })
    expect(elements.find(({ text }) => text.startsWith('Rings of'))?.text).toBe(
      'Rings of Coast. Those of other directorates are among the technologies.',
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

  it('allows its styles and the script of the search box by hash', async () => {
    const { upstreams } = await startServices()
    const { elements, headers } = await shownPage({ upstreams })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'; style-src 'sha256-")
    expect(policy).toMatch(/script-src 'sha256-[^']+'; connect-src 'self'/)
    const [, ofPictures = ''] =
      /style-src ('[^']+')/.exec(PICTURE_HEADERS['content-security-policy']) ?? []
    expect(policy).toContain(ofPictures)
    expect(policy).not.toMatch(/unsafe|http/)
    expect(elements.filter(({ name }) => name === 'script')).toHaveLength(1)
    for (const { name, attributes } of elements) {
      expect(['img', 'iframe', 'object']).not.toContain(name)
      expect(Object.keys(attributes).filter((one) => /^on|^style$|^src$/.test(one))).toEqual([])
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

  it('escapes and shortens banners to one line each', async () => {
    const { upstreams } = await startServices()
    const { elements } = await shownPage({ upstreams })
    const notes = elements.filter(({ attributes }) => attributes['class']?.includes('note'))
    expect(notes.map(({ text, attributes }) => [attributes['class'], text])).toEqual([
      ['note info', `${EVIL} مرحبا`],
      ['note warning', expect.stringMatching(/^x{80,120}…$/)],
    ])
    expect(elements.map(({ text }) => text)).toContain('and 7 more messages')
  })

  it('omits the section of messages without messages', async () => {
    const { upstreams } = await startServices(landingWith({ banners: { total: 0, shown: [] } }))
    expect((await shownPage({ upstreams })).text).not.toMatch(/messages/i)
  })
})
