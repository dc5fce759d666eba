import request from 'supertest'
import { describe, expect, it } from '@jest/globals'
import { createIdentitySigner, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { dataService, SECRET } from './data-service.ts'

const { app } = await dataService({})
const signer = createIdentitySigner(SECRET)

/** A page as a signed-in caller of a group, or as an anonymous caller, gets it. */
async function pageFor(group: string | undefined, path: string) {
  const identity = { subject: 'a', email: 'kim@acme.example', groups: [group ?? ''] }
  const token = await signer.sign(identity, 'data')
  const headers = group === undefined ? {} : { [IDENTITY_HEADER]: token }
  return request(app).get(path).set(headers)
}

describe('the navigation', () => {
  it.each(['/radar', '/technologies', '/projects', '/editions', '/search?q=go'])(
    'leads only reviewers to the changes, in pages that they do not share with others: %s',
    async (path) => {
      for (const [group, isLinked, audience] of [
        ['reviewer', true, undefined],
        ['guest', false, 'signed-in'],
        [undefined, false, undefined],
        ['ADMIN', true, undefined],
      ] as const) {
        const { text, headers } = await pageFor(group, path)
        expect([group, text.includes('href="/changes"')]).toEqual([group, isLinked])
        expect([group, headers['x-landscape-audience']]).toEqual([group, audience])
        const isPublic = headers['cache-control'] === 'public, no-cache'
        expect([group, isPublic]).toEqual([group, group === undefined])
      }
    },
  )
})
