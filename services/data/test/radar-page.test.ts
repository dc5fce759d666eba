import { describe, expect, it } from '@jest/globals'
import { radarOf } from '../src/timeline/radar.fixture.ts'
import { EVIL, headingOf, HOSTILE, linksOn, pageService } from './landscape-pages.ts'

const entriesOn = (page: Awaited<ReturnType<Awaited<ReturnType<typeof pageService>>['pageAt']>>) =>
  page.flatMap(({ name, text, attributes }) =>
    name === 'a' && attributes['data-n'] && !attributes['aria-hidden'] ? [text] : [],
  )

describe('GET /radar', () => {
  it('lists the drawn entries by number, with the same numbers as their blips', async () => {
    const { pageAt } = await pageService()
    const page = await pageAt('/radar')
    expect(headingOf(page)).toBe('Radar')
    expect(entriesOn(page)).toEqual(['1 Svelte', '2 Angular ▼'])
    const drawn = page.flatMap(({ name, text }) => (name === 'title' ? [text] : []))
    expect(drawn).toEqual(expect.arrayContaining(['Svelte, TRIAL', 'Angular, HOLD, moved out']))
    const linked = page.flatMap(({ attributes }) => attributes['data-n'] ?? [])
    expect(linked.toSorted()).toEqual(['1', '1', '2', '2'])
    expect(
      page.filter(({ name, attributes }) => name === 'svg' && attributes['class'] === 'picture'),
    ).toHaveLength(1)
  })

  it('filters the picture and the list by a ring, and counts all rings', async () => {
    const { pageAt } = await pageService()
    const page = await pageAt('/radar?ring=HOLD')
    expect(entriesOn(page)).toEqual(['1 Angular ▼'])
    expect(page.some(({ text }) => text === 'Svelte, TRIAL')).toBe(false)
    const current = page.filter(({ attributes }) => attributes['aria-current'] === 'page')
    expect(current.map(({ text }) => text)).toEqual(['Radar', 'All 1', 'HOLD 1'])
    expect(linksOn(page)).toEqual(expect.arrayContaining(['/radar', '/radar?ring=trial']))
  })

  it('shows one quadrant alone, to which the picture and the list link', async () => {
    const { pageAt } = await pageService()
    const links = linksOn(await pageAt('/radar'))
    expect(links.filter((link) => link === '/radar?quadrant=2')).toHaveLength(3)
    const page = await pageAt('/radar?quadrant=2&ring=hold')
    expect(entriesOn(page)).toEqual(['1 Angular ▼'])
    const current = page.filter(({ attributes }) => attributes['aria-current'] === 'page')
    expect(current.map(({ text }) => text)).toEqual(['Radar', 'Frameworks 1', 'HOLD 1'])
  })

  it('describes the entries of one quadrant, and names what to use instead', async () => {
    const { pageAt, put } = await pageService()
    const radar = radarOf(2)
    const [first, second] = radar.entries as { id: string; title: string }[]
    await put('radar', {
      ...radar,
      entries: [
        { ...first, description: 'A description. '.repeat(20), quadrant: 'q0' },
        { ...second, description: '', quadrant: 'q0', useInstead: first?.id },
      ],
    })
    const about = (page: Awaited<ReturnType<typeof pageAt>>) =>
      page.flatMap(({ attributes, text }) => (attributes['class'] === 'about soft' ? [text] : []))
    const [described, replaced] = about(await pageAt('/radar?quadrant=q0'))
    expect(described).toMatch(/^A description\. .*…$/)
    expect(replaced).toBe(`Use ${first?.title} instead.`)
    expect(about(await pageAt('/radar'))).toEqual([])
  })

  it('weighs at most 110 KB with 180 entries, and draws one picture', async () => {
    const { get, put } = await pageService()
    await put('radar', radarOf(180))
    const { text } = await get('/radar')
    expect(text.match(/data-n="180"/g)).toHaveLength(2)
    expect(text.match(/class="picture"/g)).toHaveLength(1)
    expect(text.length).toBeLessThan(110 * 1024)
  })

  it('rejects an unknown ring', async () => {
    const { get } = await pageService()
    expect((await get('/radar?ring=none')).status).toBe(400)
  })

  it('shows an empty radar, and escapes stored strings', async () => {
    const empty = await (await pageService({})).pageAt('/radar')
    expect(empty.some(({ text }) => text.startsWith('No entry of the radar'))).toBe(true)
    const { text } = await (await pageService(HOSTILE)).get('/radar')
    expect(text).not.toContain(EVIL)
  })
})
