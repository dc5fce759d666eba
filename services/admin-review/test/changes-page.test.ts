import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { browserOf, changedHarness, described, EVIL } from './changes-pages.ts'
import { harness, NOBODY, REVIEWER, type Harness } from './harness.ts'
import { entry, radar } from './radar-data.ts'

const ESCAPED = '&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;'

let h: Harness
beforeEach(async () => {
  h = await changedHarness()
})
const { page, undo } = browserOf(() => h)

describe('GET /changes', () => {
  it('shows the summary of a change, with values before and after in a fold', async () => {
    const { text } = await page('/changes')
    for (const shown of [
      'rui@acme.example',
      'technology radar',
      'ZIG: description</a>',
      'entries › zig › description',
      'Before</span>Languages',
      'After</span>new',
      'href="/changes/radar-1-1"',
      'UTC</time>',
    ]) {
      expect(text).toContain(shown)
    }
  })

  it('escapes every value and allows only the scripts of every page', async () => {
    for (const path of ['/changes', '/changes/banners-1-1']) {
      const { text, headers } = await page(path)
      expect(text).toContain(ESCAPED)
      expect(text.match(/<script/g)).toHaveLength(2)
      const style = /<style>([^]*?)<\/style>/.exec(text)?.[1] ?? ''
      const hash = createHash('sha256').update(style).digest('base64')
      const policy = headers['content-security-policy']
      expect(policy?.replaceAll(/'sha256-[^']+'/g, 'HASH').split('; ')).toEqual([
        "default-src 'none'",
        'style-src HASH HASH HASH',
        'script-src HASH HASH',
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ])
      expect(policy).toContain(`'sha256-${hash}'`)
    }
    const { text } = await page(`/changes?subject=${encodeURIComponent(`"${EVIL}`)}`)
    expect(text).toContain(`value="&#34;${ESCAPED}"`)
  })

  it('shows reviewers only the radar and rejects other callers', async () => {
    const { text } = await page('/changes', REVIEWER)
    expect(text).toContain('radar-1-1')
    expect(text).not.toContain('banner')
    expect((await h.get('/changes/banners-1-1', { as: REVIEWER })).status).toBe(404)
    expect((await undo('banners-1-1', 'confirm=undo', REVIEWER)).status).toBe(404)
    expect((await h.get('/changes', { as: NOBODY })).status).toBe(403)
    expect((await h.get('/changes', { as: null })).status).toBe(401)
    expect((await undo('radar-1-1', 'confirm=undo', NOBODY)).status).toBe(403)
  })

  it('shows the changes that the filter of its form selects', async () => {
    const { text } = await page('/changes?document=radar&subject=&actor=')
    expect(text).toContain('radar-1-1')
    expect(text).not.toContain('banners-1-1')
    expect(text).toMatch(/<option value="radar" +selected>\s*technology radar\s*<\/option>/)
    expect((await h.get('/changes?document=everything')).status).toBe(400)
  })

  it.each(['actor=nia@acme.example', 'subject=nothing', 'document=radar&subject=nothing'])(
    'reports that no change matches %s, and clears the filter',
    async (filter) => {
      const { text } = await page(`/changes?${filter}`)
      expect(text).toContain('No change matches.')
      expect(text).not.toContain('No changes yet')
      expect(text).toContain('<a href="/changes">Clear the filter</a>')
    },
  )

  it('reports a document without changes', async () => {
    const { text } = await page('/changes?document=lists&subject=&actor=')
    expect(text).toContain('No changes of the technology lists yet.')
    expect(text).not.toContain('No change matches')
    expect(text).toContain('<a href="/changes">Clear the filter</a>')
  })

  it('reports "No changes yet" only while no change is recorded', async () => {
    expect((await page('/changes')).text).not.toContain('No changes yet')
    h = harness()
    const { text } = await page('/changes?document=&subject=&actor=')
    expect(text).toContain('No changes yet.')
    expect(text).not.toContain('Clear the filter')
  })

  it('finds changes by part of the e-mail of their author', async () => {
    const { text } = await page('/changes?actor=RUI')
    expect(text).toContain('href="/changes/radar-1-1"')
    expect(text).not.toContain('banners-1-1')
  })

  it('finds an entry by part of its title', async () => {
    const { text } = await page('/changes?subject=ZI')
    expect(text).toContain('href="/changes/radar-1-1"')
    expect(text).toContain('value="ZI"')
  })

  it('links to older changes with the same filter', async () => {
    for (let i = 0; i < 20; i++) {
      await h.post('/admin/api/tech-radar/update', described(`description ${i}`))
    }
    const { text } = await page('/changes?document=radar')
    const [, older] = /class="more"\s+href="([^"]+)"/.exec(text) ?? []
    expect(text).not.toContain('href="/changes/radar-1-1"')
    const next = await page(older!.replaceAll('&#38;', '&'))
    expect(next.text).toContain('href="/changes/radar-1-1"')
    expect(next.text).not.toContain('class="more"')
  })

  it('marks a large removal in the list and on the page of the change', async () => {
    const many = Array.from({ length: 1_200 }, (_, i) => entry(`e${i}`))
    await h.seed('radar', radar(many))
    const { body } = await h.post('/admin/api/tech-radar/update', radar(many.slice(0, 3)))
    const [, id] = /history\/(.+)\/undo/.exec(body.undo.path) ?? []
    const mark = 'Removed 1,197 of 1,200 entries'
    const list = await page('/changes?document=radar')
    expect(list.text.match(new RegExp(mark, 'g'))).toHaveLength(1)
    expect((await page(`/changes/${id}`)).text).toContain(mark)
    expect((await page('/changes/radar-1-1')).text).not.toContain('Removed')
  })

  it('shortens long values', async () => {
    const ids = Array.from({ length: 50 }, (_, i) => `e${i + 10}`)
    await h.seed('radar', radar(ids.map((id) => entry(id))))
    const description = 'x'.repeat(400)
    const entries = ids.map((id) => entry(id, { description }))
    await h.post('/admin/api/tech-radar/update', { entries })
    const { text } = await page('/changes?document=radar')
    expect(text).toContain('and 47 more paths')
    expect(text).toMatch(/… and \d+ more characters/)
    expect((await page('/changes/radar-1-1')).text).not.toContain('more characters')
  })
})
