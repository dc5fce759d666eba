import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { ADMIN, harness, NOBODY, REVIEWER, type Harness } from './harness.ts'
import { entry, radar } from './radar-data.ts'

const FORM = 'application/x-www-form-urlencoded'
const EVIL = `<script>alert("1")</script>`
const ESCAPED = '&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;'

let h: Harness
beforeEach(async () => {
  h = harness()
  await h.seed('radar', radar())
  await h.seed('banners', { messages: [] })
  await h.post('/review/api/tech-radar/update', described('new'), { as: REVIEWER })
  await h.post('/admin/api/banners/update', { banner: { message: EVIL, pages: ['radar'] } })
})

const described = (description: string) => ({
  ...radar(),
  entries: [entry('zig', { description })],
})
const page = async (path: string, as = ADMIN) => {
  const { status, text, headers } = await h.get(path, { as })
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  return { text, headers }
}
const undo = (id: string, body = 'confirm=undo', as = ADMIN, type = FORM) =>
  h.post(`/changes/${id}/undo`, body, { as, type })

describe('GET /changes', () => {
  it('shows author and time of a change with the values before and after', async () => {
    const { text } = await page('/changes')
    for (const shown of [
      'rui@acme.example',
      'review radar',
      'entries › zig › description',
      'Before</span>Languages',
      'After</span>new',
      'href="/changes/radar-1-1"',
      'UTC</time>',
    ]) {
      expect(text).toContain(shown)
    }
  })

  it('escapes every value and allows no script', async () => {
    for (const path of ['/changes', '/changes/banners-1-1']) {
      const { text, headers } = await page(path)
      expect(text).toContain(ESCAPED)
      expect(text).not.toContain('<script')
      const style = /<style>([^]*)<\/style>/.exec(text)?.[1] ?? ''
      const hash = createHash('sha256').update(style).digest('base64')
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src( 'sha256-[^']+'){2}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      )
      expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
    }
    const { text } = await page(`/changes?subject=${encodeURIComponent(`"${EVIL}`)}`)
    expect(text).toContain(`value="&#34;${ESCAPED}"`)
  })

  it('shows reviewers only the radar and rejects other callers', async () => {
    const { text } = await page('/changes', REVIEWER)
    expect(text).toContain('radar-1-1')
    expect(text).not.toContain('banners')
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
    expect(text).toContain('<option selected>radar</option>')
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
    expect(text).toContain('No changes of lists yet.')
    expect(text).not.toContain('No change matches')
    expect(text).toContain('<a href="/changes">Clear the filter</a>')
  })

  it('reports that there are no changes only without any', async () => {
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
    await h.seed('arrayData', { a: [] })
    const items = Array.from({ length: 50 }, (_, i) => `${i} ${'x'.repeat(400)}`)
    await h.post('/admin/api/array-data/update', { category: 'a', items })
    const { text } = await page('/changes?document=lists')
    expect(text).toContain('and 47 more paths')
    expect(text).toMatch(/… and \d+ more characters/)
    expect((await page('/changes/lists-1-1')).text).not.toContain('more characters')
  })
})

describe('GET /changes/{id}', () => {
  it('shows a preview and the button of an undo, and stores nothing', async () => {
    const { text } = await page('/changes/radar-1-1', REVIEWER)
    expect(text).toContain('Undo this change?')
    expect(text).toContain('Before</span>new')
    expect(text).toContain('After</span>Languages')
    expect(text).toContain('method="post" action="/changes/radar-1-1/undo"')
    expect(await h.stored('radar')).toEqual(described('new'))
  })

  it('shows why a change cannot be undone', async () => {
    await h.post('/admin/api/tech-radar/update', described('newer'))
    const { text } = await page('/changes/radar-1-1')
    expect(text).toContain('Later changes touch the same places')
    expect(text).toContain('entries › zig › description:')
    expect(text).toContain('href="/changes/radar-2-1"')
    expect(text).not.toContain('method="post"')
  })

  it('returns 404 for an unknown change', async () => {
    expect((await h.get('/changes/radar-9-1')).status).toBe(404)
  })
})

describe('POST /changes/{id}/undo', () => {
  it('undoes the change and redirects to the page of the undo', async () => {
    const { status, headers } = await undo('radar-1-1', 'confirm=undo', REVIEWER)
    expect([status, headers['location']]).toEqual([303, '/changes/radar-2-1'])
    expect(await h.stored('radar')).toEqual(radar())
    expect((await page('/changes/radar-2-1')).text).toContain('Undoes <a href="/changes/radar-1-1"')
    expect((await page('/changes/radar-1-1')).text).toContain('Change is undone already')
  })

  it.each(['', 'confirm=yes'])('rejects the body "%s" without a confirmation', async (body) => {
    expect((await undo('radar-1-1', body)).body.error).toBe('Undoing is not confirmed')
  })

  it('redirects back to the change when it cannot be undone', async () => {
    await h.post('/admin/api/tech-radar/update', described('newer'))
    const { status, headers } = await undo('radar-1-1')
    expect([status, headers['location']]).toEqual([303, '/changes/radar-1-1'])
    expect(await h.stored('radar')).toEqual(described('newer'))
  })

  it.each([
    ['', FORM, 400],
    ['confirm=yes', FORM, 400],
    ['confirm=undo&more=1', FORM, 400],
    ['confirm=undo&confirm=undo', FORM, 400],
    ['{"confirm":"undo"}', 'application/json', 415],
    ['confirm=undo', 'text/plain', 415],
    [`confirm=undo&${'x'.repeat(8 * 1024)}`, FORM, 413],
  ])('rejects the body "%.40s" as %s with %d', async (body, type, status) => {
    expect((await undo('radar-1-1', body, ADMIN, type)).status).toBe(status)
    expect(await h.stored('radar')).toEqual(described('new'))
  })
})
