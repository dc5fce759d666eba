import { describe, expect, it } from '@jest/globals'
import { EVIL, headingOf, HOSTILE, linksOn, pageService } from './landscape-pages.ts'

const entriesOn = (page: Awaited<ReturnType<Awaited<ReturnType<typeof pageService>>['pageAt']>>) =>
  page.flatMap(({ name, text }) => (name === 'li' && /projects?$/.test(text) ? [text] : []))

describe('GET /radar', () => {
  it('lists the drawn entries by number with their ring and projects', async () => {
    const { pageAt } = await pageService()
    const page = await pageAt('/radar')
    expect(headingOf(page)).toBe('Radar')
    expect(entriesOn(page)).toEqual(['1 Svelte TRIAL 0 projects', '2 Angular HOLD 2 projects'])
    const drawn = page.flatMap(({ name, text }) => (name === 'title' ? [text] : []))
    expect(drawn).toEqual(expect.arrayContaining(['Svelte, TRIAL', 'Angular, HOLD, moved out']))
  })

  it('shows the repositories of an entry that a scan can find', async () => {
    const { pageAt, put } = await pageService()
    const languages = [{ name: 'Svelte', size: 5, percentage: 100 }]
    await put('repositories', { repositories: [{ name: 'a', technologies: { languages } }] })
    const texts = (await pageAt('/radar')).map(({ text }) => text)
    expect(texts).toContain('1 Svelte TRIAL 0 projects, 1 repository')
  })

  it('filters the picture and the list by a ring, and counts all rings', async () => {
    const { pageAt } = await pageService()
    const page = await pageAt('/radar?ring=HOLD')
    expect(entriesOn(page)).toEqual(['1 Angular HOLD 2 projects'])
    expect(page.some(({ text }) => text === 'Svelte, TRIAL')).toBe(false)
    const current = page.filter(({ attributes }) => attributes['aria-current'] === 'page')
    expect(current.map(({ text }) => text)).toEqual(['Radar', 'HOLD 1'])
    expect(linksOn(page)).toEqual(expect.arrayContaining(['/radar', '/radar?ring=trial']))
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
