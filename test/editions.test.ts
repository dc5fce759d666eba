import { accessibilityFaults, CHROMIUM, launchBrowser } from '@landscape/dev/browser'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createLandscapeClient, type LandscapeClient } from '@landscape/client'
import { clientOf } from './support/client-of.ts'
import { fetch } from './support/fetch.ts'
import { joinLandscape, type SharedProduction } from './support/shared-landscape.ts'

const at = (ringId: string) => ({ moved: 0, ringId, date: '2026-01-10', description: 'Decided' })
const entry = (id: string, rings: string[], more: object = {}) => ({
  id,
  title: id,
  quadrant: '1',
  description: 'A language',
  timeline: rings.map(at),
  ...more,
})
const RADAR = {
  title: 'Acme Radar',
  quadrants: [{ id: '1', name: 'Languages' }],
  rings: ['adopt', 'trial', 'hold'].map((id) => ({ id, name: id.toUpperCase() })),
  entries: [entry('zig', ['trial']), entry('perl', ['adopt'])],
}

let production: SharedProduction
let rui: LandscapeClient
let anonymous: LandscapeClient
beforeAll(async () => {
  production = await joinLandscape('production')
  rui = clientOf(production, { email: 'rui@acme.example', groups: ['reviewer'] })
  anonymous = createLandscapeClient({ baseUrl: production.url, fetch })
  const ada = clientOf(production, { email: 'ada@acme.example', groups: ['admin'] })
  await ada.updateRadar({ body: RADAR })
})
afterAll(() => production?.leave())

describe('an edition of the radar, through the gateway', () => {
  it('is created by a reviewer, and compared and shown to everybody', async () => {
    const body = { name: 'Release of Spring', note: 'Presented to the board' }
    const created = await rui.createEdition({ body })
    expect(created.response.status).toBe(201)
    const entries = [
      entry('zig', ['trial', 'adopt']),
      entry('perl', ['adopt', 'hold'], { useInstead: 'zig' }),
      entry('go', ['trial']),
    ]
    const saved = await rui.reviewRadar({ body: { entries } })
    expect(saved.response.status).toBe(200)
    const pair = { id: 'release-of-spring', other: 'now' }
    const { data } = await anonymous.compareEditions(pair)
    expect(data).toMatchObject({
      counts: { new: 1, moved: 2, gone: 0, texts: 1 },
      texts: [{ id: 'perl', fields: ['useInstead'] }],
    })
    const { data: past } = await anonymous.getRadar({ edition: 'release-of-spring' })
    expect(past.entries).toMatchObject([{ id: 'zig' }, { id: 'perl' }])
    const { data: plugin } = await anonymous.getBackstageRadar({ edition: 'release-of-spring' })
    expect(plugin.entries.map(({ id, timeline }) => [id, timeline[0]?.ringId])).toEqual([
      ['zig', 'trial'],
      ['perl', 'adopt'],
    ])
    const page = await fetch(`${production.url}/editions/now`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('perl</bdi></a>: <span class="ring ring-0"><bdi>ADOPT')
  })

  const inBrowser = CHROMIUM === undefined ? it.skip : it
  inBrowser(
    'has an accessible page on phones and desktops (skipped without Chromium)',
    async () => {
      const browser = await launchBrowser()
      for (const [width, height] of [
        [390, 844],
        [1280, 800],
      ] as const) {
        const page = await browser.newPage({ viewport: { width, height } })
        await page.goto(`${production.url}/editions/now`)
        expect(await accessibilityFaults(page)).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
        const shots = process.env['SHOTS']
        if (shots) await page.screenshot({ path: `${shots}/editions-${width}.png`, fullPage: true })
      }
      await browser.close()
    },
  )

  it('is deleted by a reviewer and restored by an undo', async () => {
    const deleted = await rui.deleteEdition({ id: 'release-of-spring' })
    expect(deleted.response.status).toBe(200)
    const gone = await fetch(`${production.url}/editions/release-of-spring`)
    expect(gone.status).toBe(404)
    const { data } = await rui.listRadarChanges({ document: 'editions' })
    const { id } = data.changes[0]!
    const undone = await rui.undoRadarChange({ id })
    expect(undone.response.status).toBe(200)
    const { data: listed } = await anonymous.listEditions()
    expect(listed.editions).toMatchObject([{ id: 'release-of-spring' }])
  })
})
