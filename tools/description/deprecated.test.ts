import { describe, expect, it } from '@jest/globals'
import { route } from '@landscape/http/route/route'
import type { Deprecation } from '@landscape/http/route/deprecation'
import { z } from 'zod'
import { describeApi } from './describe-api.ts'

const oldRoute = (deprecated?: Deprecation) =>
  route({
    method: 'get',
    path: '/api/old',
    summary: 'An old route',
    access: 'public',
    ...(deprecated && { deprecated }),
    reply: z.array(z.string()),
    codes: ['not-found'],
    handle: () => [],
  })

describe('describeApi', () => {
  // spec: own.versions.retiring
  it('describes a deprecated route with its headers', () => {
    const described = (deprecated?: Deprecation) =>
      describeApi('Old', [oldRoute(deprecated)]).paths?.['/api/old']?.get
    const headersAt = (status: string, deprecated?: Deprecation) =>
      Object.keys(described(deprecated)?.responses?.[status]?.headers ?? {}).filter(
        (name) => name !== 'cache-control',
      )
    expect(described()).not.toHaveProperty('deprecated')
    expect(headersAt('200')).toEqual([])
    const announced = { since: '2026-11-22', successor: '/api/new' }
    expect(described(announced)).toMatchObject({ deprecated: true })
    expect(headersAt('200', announced)).toEqual(['deprecation', 'link'])
    expect(headersAt('404', announced)).toEqual(['deprecation', 'link'])
    const ending = { ...announced, sunset: '2027-06-01' }
    expect(headersAt('200', ending)).toEqual(['deprecation', 'link', 'sunset'])
  })
})
