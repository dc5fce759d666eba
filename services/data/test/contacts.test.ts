import { createIdentitySigner, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { PROJECT_EXAMPLE } from '@landscape/dev/examples'
import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { CsvRow } from '../src/csv/csv-rows.ts'
import { dataService, SECRET } from './data-service.ts'

const projects = { projects: [PROJECT_EXAMPLE] }
const kim = { subject: '1', email: 'kim@acme.example', groups: [] }
const lee = { subject: '2', email: 'lee@acme.example', groups: ['admin'] }

async function callers(options: { openContacts: boolean }) {
  const { app } = await dataService({ projects }, options)
  const signer = createIdentitySigner(SECRET)
  const [token, other] = [await signer.sign(kim, 'data'), await signer.sign(lee, 'data')]
  return {
    asAnonymous: () => request(app).get('/api/csv'),
    asKim: () => request(app).get('/api/csv').set(IDENTITY_HEADER, token),
    asLee: () => request(app).get('/api/csv').set(IDENTITY_HEADER, other),
  }
}

describe('GET /api/csv with CONTACTS_SHOWN_TO=signed-in', () => {
  it('returns all columns and no contacts to anonymous callers', async () => {
    const { asAnonymous, asKim } = await callers({ openContacts: false })
    const [shown, complete] = [await asAnonymous(), await asKim()]
    expect(Object.keys(shown.body[0])).toEqual(Object.keys(CsvRow.shape))
    expect(shown.body).toEqual(
      (complete.body as CsvRow[]).map((row) => ({
        ...row,
        Technical_Contact: '',
        Delivery_Manager: '',
      })),
    )
    expect(shown.headers['cache-control']).toBe('public, no-cache')
  })

  it('returns contacts to signed-in callers with private caching', async () => {
    const { asKim } = await callers({ openContacts: false })
    const { body, headers } = await asKim()
    expect(body[0].Technical_Contact).toMatch(/@.* \(.+\)$/)
    expect(headers['cache-control']).toBe('private, no-cache')
  })

  it('marks the same response for all signed-in callers, and no other response', async () => {
    const { asAnonymous, asKim, asLee } = await callers({ openContacts: false })
    const [first, second] = [await asKim(), await asLee()]
    expect(first.headers['x-landscape-audience']).toBe('signed-in')
    expect(second.text).toBe(first.text)
    expect(second.headers['etag']).toBe(first.headers['etag'])
    const known = await asLee().set('if-none-match', first.headers['etag']!)
    expect([known.status, known.headers['x-landscape-audience']]).toEqual([304, 'signed-in'])
    expect((await asAnonymous()).headers).not.toHaveProperty('x-landscape-audience')
  })

  it('returns different ETags with and without contacts', async () => {
    const { asAnonymous, asKim } = await callers({ openContacts: false })
    const tags = [(await asAnonymous()).headers['etag']!, (await asKim()).headers['etag']!] as const
    expect((await asAnonymous().set('if-none-match', tags[1])).status).toBe(200)
    expect((await asKim().set('if-none-match', tags[0])).status).toBe(200)
    expect((await asAnonymous().set('if-none-match', tags[0])).status).toBe(304)
    expect((await asKim().set('if-none-match', tags[1])).status).toBe(304)
  })
})

describe('GET /api/csv in other formats', () => {
  it.each(['csv', 'ndjson'])('hides contacts from anonymous callers as %s', async (format) => {
    const { asAnonymous, asKim } = await callers({ openContacts: false })
    const address = /idris\.quill@/
    const open = (await asAnonymous().query({ format }).buffer(true)).text
    expect(open).toContain('Harbour Berths')
    expect(open).not.toMatch(/@/)
    expect((await asKim().query({ format }).buffer(true)).text).toMatch(address)
  })
})

describe('GET /api/csv with CONTACTS_SHOWN_TO=everybody', () => {
  it('returns contacts to anonymous callers with public caching', async () => {
    const { asAnonymous } = await callers({ openContacts: true })
    const { body, headers } = await asAnonymous()
    expect(body[0].Technical_Contact).toMatch(/@.* \(.+\)$/)
    expect(headers['cache-control']).toBe('public, no-cache')
  })
})
