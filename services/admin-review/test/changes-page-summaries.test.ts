import { beforeEach, describe, expect, it } from '@jest/globals'
import { browserOf, changedHarness, described } from './changes-pages.ts'
import { type Harness } from './harness.ts'
import { entry, item, radar } from './radar-data.ts'

let h: Harness
beforeEach(async () => {
  h = await changedHarness()
})
const { page, undo } = browserOf(() => h)

describe('GET /changes with summaries', () => {
  it('shows the summary of a change, and that of its undo', async () => {
    const moved = entry('zig', {
      timeline: [item('first'), item('Two teams build with it', { ringId: 'hold' })],
    })
    await h.seed('radar', radar())
    await h.post('/admin/api/tech-radar/update', radar([moved]))
    const { body } = await h.get('/admin/api/history?document=radar&limit=1')
    const [{ id, summary }] = body.changes
    expect(summary).toBe('ZIG: ADOPT → HOLD (Two teams build with it)')
    expect((await page('/changes')).text).toContain(`<a href="/changes/${id}">${summary}</a>`)
    const { text } = await page(`/changes/${id}`)
    expect(text).toContain(`<h1>${summary}</h1>`)
    expect(text).toContain('Effect of the undo: ZIG: HOLD → ADOPT')
  })

  it('names the altered paths by ids and names', async () => {
    const put = (names: object[]) => h.put('/admin/api/technology-names', { names })
    await put([{ name: 'PostgreSQL', aliases: [] }])
    await put([{ name: 'PostgreSQL', aliases: ['psql'] }])
    const { text } = await page('/changes?document=technology-names')
    expect(text).toContain('<p>PostgreSQL › aliases › psql</p>')
  })

  it('offers an undo of changes that are not undone', async () => {
    const buttons = async (query = '') => {
      const { text } = await page(`/changes${query}`)
      return new Set([...text.matchAll(/action="\/changes\/([^"]+)"/g)].map(([, id]) => id))
    }
    expect(await buttons()).toEqual(new Set(['banners-1-1', 'radar-1-1']))
    await h.post('/admin/api/tech-radar/update', described('newer'))
    expect(await buttons()).toEqual(new Set(['banners-1-1', 'radar-1-1', 'radar-2-1']))
    await undo('banners-1-1')
    expect(await buttons('?document=banners')).toEqual(new Set(['banners-2-1']))
  })

  it('links a change to the pages of its technologies', async () => {
    await h.put('/admin/api/technology-names', { names: [{ name: 'PL/SQL', aliases: ['plsql'] }] })
    await h.put('/admin/api/technology-names', { names: [{ name: 'PL/SQL', aliases: [] }] })
    for (const [id, path] of [
      ['radar-1-1', '/technologies/zig'],
      ['technology-names-2-1', '/technologies/pl-sql'],
    ]) {
      expect((await page(`/changes/${id}`)).text).toContain(`<a href="${path}"`)
    }
    await h.post('/admin/api/tech-radar/update', radar([entry('zag')]))
    for (const id of ['radar-1-1', 'radar-2-1']) {
      const { text } = await page(`/changes/${id}`)
      expect(text).not.toContain('href="/technologies/zig')
    }
    expect((await page('/changes/banners-1-1')).text).not.toContain('href="/technologies/')
  })

  it('links to the pages around it', async () => {
    for (const path of ['/changes', '/changes/radar-1-1']) {
      const { text } = await page(path)
      for (const link of ['/', '/technologies', '/changes'])
        expect(text).toContain(`href="${link}"`)
    }
  })

  it('counts and folds a change of 300 entries', async () => {
    const many = Array.from({ length: 300 }, (_, i) => entry(`e${i}`))
    await h.seed('radar', radar([]))
    await h.post('/admin/api/tech-radar/update', radar(many))
    const list = (await page('/changes?document=radar')).text
    const [, id] = /href="\/changes\/([^"]+)">E0, E1, E2 and 297 more added</.exec(list)!
    const { text } = await page(`/changes/${id}`)
    expect(text).toContain('E0, E1, E2 and 297 more removed')
    expect(text).toContain('<summary>300 paths, before and after</summary>')
    const [above = '', fold = ''] = text.split('<details>')
    expect(above).toContain('Undo this change</button>')
    expect(above).not.toContain('class="change"')
    expect(fold).toContain('entries › e299')
  })
})
