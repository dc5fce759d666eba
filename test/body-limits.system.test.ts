import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createIdentitySigner, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { bodyTypeOf } from '@landscape/http/route/declared'
import { allRoutes } from '../tools/description/all-routes.ts'
import { SERVICE_NAMES } from '../tools/start/plan.ts'
import { createClient } from './support/client.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'

const BYTES = { small: 8 * 1024, medium: 64 * 1024, record: 512 * 1024, document: 256 * 1024 }
const SERVICES = SERVICE_NAMES.filter((name) => name !== 'gateway')

let landscape: Landscape
beforeAll(async () => {
  landscape = await startLandscape({
    env: { BODY_LIMIT_MB: '0.25', UPSTREAM_RESTART_SECONDS: '0' },
  })
}, 60_000)
afterAll(async () => {
  await landscape?.stop()
})

/** Returns every route of a service with a body and its maximum size. */
function routesWithBody(service: (typeof SERVICES)[number]) {
  return allRoutes()[service].flatMap((route) => {
    if (!route.body) return []
    const path = route.path.replaceAll(/:\w+/g, 'x')
    const { method, bodySize: size = 'medium' } = route
    return [{ method: method.toUpperCase(), path, size, type: bodyTypeOf(route) }]
  })
}

/** Returns the statuses for a body of the maximum size and for one byte more. */
async function statusesAt(
  url: string,
  {
    method,
    path,
    size,
    type,
  }: { method: string; path: string; size: keyof typeof BYTES; type: string },
  headers: Record<string, string> = {},
) {
  const client = createClient(url, { described: url === landscape.url })
  const responses = []
  for (const bytes of [BYTES[size], BYTES[size] + 1]) {
    const body = `"${'x'.repeat(bytes - 2)}"`
    const response = await client.send(method, path, body, { 'content-type': type, ...headers })
    responses.push(response.status)
  }
  client.close()
  return responses
}

describe('the maximum body size', () => {
  it('matches the description in the services and the gateway', async () => {
    const signer = createIdentitySigner(landscape.internalTokenSecret)
    const caller = { subject: '1', email: 'kim@acme.example', groups: ['admin'] }
    const routes = []
    for (const service of SERVICES) {
      const headers = { [IDENTITY_HEADER]: await signer.sign(caller, service) }
      for (const route of routesWithBody(service)) {
        routes.push(route)
        const [most, more] = await statusesAt(landscape.urls[service], route, headers)
        expect({ ...route, most, more }).toEqual({ ...route, most: expect.any(Number), more: 413 })
        expect({ ...route, most }).not.toEqual({ ...route, most: 413 })
      }
    }
    expect(new Set(routes.map(({ size }) => size))).toEqual(new Set(Object.keys(BYTES)))
    // Only the gateway can reject a body now.
    for (const service of SERVICES) await landscape.kill(service)
    for (const route of routes) {
      const [most, more] = await statusesAt(landscape.url, route)
      expect({ ...route, most, more }).toEqual({ ...route, most: 503, more: 413 })
    }
  }, 60_000)
})
