import { beforeEach, describe, expect, it } from '@jest/globals'
import { browserOf, changedHarness, described, FORM } from './changes-pages.ts'
import { ADMIN, REVIEWER, type Harness } from './harness.ts'
import { radar } from './radar-data.ts'

let h: Harness
beforeEach(async () => {
  h = await changedHarness()
})
const { page, undo } = browserOf(() => h)

describe('GET /changes/{id}', () => {
  it('shows the effect and the button of an undo before the paths', async () => {
    const { text } = await page('/changes/radar-1-1', REVIEWER)
    expect(text).toContain('Undo this change?')
    expect(text).toContain('Effect of the undo: ZIG: description')
    expect(text.indexOf('Undo this change</button>')).toBeLessThan(text.indexOf('<details>'))
    expect(text).toContain('href="/review/api/history/radar-1-1"')
    expect(text).toContain('method="post" action="/changes/radar-1-1/undo"')
    expect(await h.stored('radar')).toEqual(described('new'))
  })

  it('shows why a change cannot be undone', async () => {
    await h.post('/admin/api/tech-radar/update', described('newer'))
    const { text } = await page('/changes/radar-1-1')
    expect(text).toContain('This change cannot be undone')
    expect(text).toContain('Later changes altered the same values.')
    expect(text).toContain('<li>entries › zig › description</li>')
    expect(text).toContain('<a href="/changes/radar-2-1">ZIG: description</a>')
    expect(text).not.toContain('method="post"')
  })

  it('returns 404 for an unknown change', async () => {
    expect((await h.get('/changes/radar-9-1')).status).toBe(404)
  })
})

describe('POST /changes/{id}/undo', () => {
  it('undoes the change and redirects to its page, which names the undo', async () => {
    const { status, headers } = await undo('radar-1-1', 'confirm=undo', REVIEWER)
    expect([status, headers['location']]).toEqual([303, '/changes/radar-1-1'])
    expect(await h.stored('radar')).toEqual(radar())
    expect((await page('/changes/radar-2-1')).text).toContain('Undoes <a href="/changes/radar-1-1"')
    const { text } = await page('/changes/radar-1-1', REVIEWER)
    expect(text).toMatch(/<h2>Done<\/h2>\s+<p>\s*This change is undone:/)
    expect(text).toContain('<a href="/changes/radar-2-1">ZIG: description</a>')
    expect(text).not.toContain('method="post"')
    expect(text).not.toContain('cannot be undone')
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
