import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@landscape/errors'
import { createIdentitySigner, createIdentityVerifier, IDENTITY_HEADER } from '@landscape/identity'
import type { GatewayRequest } from '../request/gateway-request.ts'
import { PREFIXES } from '../request/prefixes.ts'
import { identifyAsDeveloper } from './developer.ts'
import { createCallerCheck } from './identify-caller.ts'

const SECRET = 'a-secret-of-more-than-32-characters'
const signer = createIdentitySigner(SECRET)
const kim = { subject: 'sub-1', email: 'kim@acme.example', groups: ['reviewer'] }

/** Takes a request for a path through the check; tells whom it was counted for and what is handed on. */
async function pass(path: string, identify: () => typeof kim | undefined, isOver = false) {
  const req = { headers: {} as Record<string, string> }
  const prefix = PREFIXES.find((one) => one.path === path)
  const counted: unknown[] = []
  const check = createCallerCheck(identify, signer, async (_request, identity) => {
    counted.push(identity)
    if (isOver) throw new DomainError('too-many-requests' as never, 'slow down')
  })
  const request = { req, prefix, credentials: {} } as never as GatewayRequest
  const failure = await check(request).catch((error: DomainError) => error)
  return { code: failure?.code, counted, token: req.headers[IDENTITY_HEADER] }
}
const forged = () => {
  throw new DomainError('unauthenticated', 'Not authorized')
}

describe('the check of the caller', () => {
  it('counts for the caller and hands the identity to the very service', async () => {
    const { code, counted, token } = await pass('/review/api', () => kim)
    expect([code, counted]).toEqual([undefined, [kim]])
    const verify = (service: string) => createIdentityVerifier([SECRET], service).verify(token!)
    expect(await verify('admin-review')).toEqual(kim)
    await expect(verify('data')).rejects.toMatchObject({ code: 'misdirected' })
  })

  it('counts who presents what is wrong for the address', async () => {
    expect(await pass('/review/api', forged)).toEqual({
      code: 'unauthenticated',
      counted: [undefined],
      token: undefined,
    })
  })

  it('says to who guesses too often that it is too often, not whether the guess was right', async () => {
    expect(await pass('/review/api', forged, true)).toMatchObject({ code: 'too-many-requests' })
  })

  it('hands nothing on for a caller who is over the limit', async () => {
    const { code, token } = await pass('/review/api', () => kim, true)
    expect([code, token]).toEqual(['too-many-requests', undefined])
  })

  it.each([
    ['/admin/api', 'forbidden'],
    ['/assistant/api', undefined],
  ])('lets a reviewer into %s: %s', async (path, code) => {
    const { counted, ...answer } = await pass(path, () => kim)
    expect(counted).toEqual([kim])
    expect(answer.code).toBe(code)
    expect(answer.token === undefined).toBe(code !== undefined)
  })

  it.each([
    ['/assistant/api', 'unauthenticated'],
    ['/assistant/api/seats', undefined],
    ['/api', undefined],
  ])('lets nobody in particular into %s: %s', async (path, code) => {
    expect(await pass(path, () => undefined)).toEqual({
      code,
      counted: [undefined],
      token: undefined,
    })
  })

  it('counts requests for the paths of the gateway alone, and asks for nobody', async () => {
    expect(await pass('/none', forged)).toEqual({
      code: undefined,
      counted: [undefined],
      token: undefined,
    })
  })
})

describe('identifyAsDeveloper', () => {
  it('is the developer, whatever is presented', async () => {
    const identify = identifyAsDeveloper('Kim@Acme.example', ['admin'])
    expect(await identify({} as never, {} as never)).toEqual({
      subject: 'developer',
      email: 'kim@acme.example',
      groups: ['admin'],
    })
  })
})
