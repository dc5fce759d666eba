import { expect } from '@jest/globals'
import { elementsOf } from '@landscape/dev/page-reader'
import { pathOf } from '@landscape/http/request/request-target'
import request from 'supertest'
import { gatewayApp, listen, type GatewayOptions } from './gateway-fixture.ts'

export const EVIL = `<script>alert("1")</script>`
/** Months without gaps, the newest last. */
export const monthsOf = (...onHoldInUse: (number | null)[]) =>
  onHoldInUse.map((count, i) => ({
    month: `2026-${String(i + 1).padStart(2, '0')}`,
    onHoldInUse: count,
    notOnRadar: null,
    projects: null,
  }))

/** The response of the data service. */
export const LANDING = {
  numbers: {
    onHoldInUse: 36,
    against: 'HOLD or IGNORE',
    notOnRadar: 10,
    months: monthsOf(),
    projects: 1_049,
    repositories: 150 as number | null,
    entries: 183,
    repositoriesAsOf: '2026-11-15T05:00:00Z' as string | null,
  },
  radar: { title: 'Acme Radar', firstQuadrant: 'q1' as string | null },
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
    directorate: 'Coast',
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

/** Starts services that return numbers, and record their requests. */
export async function startServices(
  responses: Record<string, { status?: number; type?: string; text?: string }> = {},
) {
  const received: { url: string; headers: Record<string, unknown> }[] = []
  const { url } = await listen((req, res) => {
    const { url: path = '', headers } = req
    received.push({ url: path, headers })
    const plain = pathOf(path)
    const body = JSON_BODIES[plain]
    const {
      status = 200,
      type = body ? 'application/json' : 'image/svg+xml',
      text,
    } = responses[plain] ?? {}
    res.writeHead(status, { 'content-type': `${type}; charset=utf-8` })
    res.end(text ?? (body ? JSON.stringify(body) : '<svg/>'))
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
