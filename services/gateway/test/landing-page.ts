import { expect } from '@jest/globals'
import { elementsOf } from '@landscape/dev/page-reader'
import { pathOf } from '@landscape/http/request/request-target'
import request from 'supertest'
import { gatewayApp, listen, type GatewayOptions } from './gateway-fixture.ts'

export const EVIL = `<script>alert("1")</script>`
const SVG = 'image/svg+xml'
const pictureOf = (name: string) => `<svg class="picture"><title>${name}</title></svg>`

/** The response of the data service. */
export const LANDING = {
  numbers: {
    onHoldInUse: 36,
    against: 'HOLD or IGNORE',
    earlier: null as { month: string; onHoldInUse: number } | null,
    projects: 1_049,
    repositories: 150 as number | null,
    entries: 183,
    repositoriesAsOf: '2026-11-15T05:00:00Z' as string | null,
  },
  radar: pictureOf('radar'),
  moves: {
    since: '2026-08-25',
    newest: [
      { title: 'CI/CD', from: 'trial', to: 'adopt', date: '2026-10-06', description: EVIL },
      { title: 'Zig', from: null, to: 'review', date: '2026-09-05', description: '' },
    ],
    rings: [
      { id: 'adopt', name: 'Use it' },
      { id: 'trial', name: 'TRIAL' },
      { id: 'review', name: 'REVIEW' },
    ],
    radarTitle: 'Acme Radar',
    directorate: 'Coast',
  },
  languages: pictureOf('languages'),
  banners: {
    total: 9,
    shown: [
      { title: EVIL, message: 'مرحبا', type: `x" onload="alert(1)` },
      { title: '', message: 'x'.repeat(5_000), type: 'warning' },
    ],
  },
}
/** A response of the data service with other members. */
export const landingWith = (members: { [K in keyof typeof LANDING]?: object | null }) => ({
  '/api/landing': { text: JSON.stringify({ ...LANDING, ...members }) },
})

const JSON_BODIES: Record<string, unknown> = {
  '/api/landing': LANDING,
  '/assistant/api/org/seats': { seats: 62, used: 55, newest_day: '2026-11-13' },
}

/** Starts services that return pictures and numbers, and record their requests. */
export async function startServices(
  responses: Record<string, { status?: number; type?: string; text?: string }> = {},
) {
  const received: { url: string; headers: Record<string, unknown> }[] = []
  const { url } = await listen((req, res) => {
    const { url: path = '', headers } = req
    received.push({ url: path, headers })
    const plain = pathOf(path)
    const body = JSON_BODIES[plain]
    const { status = 200, type = body ? 'application/json' : SVG, text } = responses[plain] ?? {}
    res.writeHead(status, { 'content-type': `${type}; charset=utf-8` })
    res.end(text ?? (body ? JSON.stringify(body) : pictureOf(path)))
  })
  return { received, upstreams: { data: url, assistant: url } }
}

/** Returns the landing page of a gateway. */
export async function shownPage(options: GatewayOptions, cookie = '') {
  const app = gatewayApp(options).app
  const { status, text, headers } = await request(app).get('/').set('cookie', cookie)
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  return { text, headers, elements: elementsOf(text) }
}
