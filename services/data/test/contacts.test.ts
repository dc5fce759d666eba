import { createIdentitySigner, IDENTITY_HEADER } from '@landscape/runtime'
import { PROJECT_EXAMPLE } from '@landscape/contracts'
import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { CsvRow } from '../src/csv/csv-rows.ts'
import { dataService, SECRET } from './data-service.ts'

const projects = { projects: [PROJECT_EXAMPLE] }
const kim = { subject: '1', email: 'kim@acme.example', groups: [] }

async function asking(options: { openContacts: boolean }) {
  const { app } = await dataService({ projects }, options)
  const token = await createIdentitySigner(SECRET).sign(kim, 'data')
  return {
    asNobody: () => request(app).get('/api/csv'),
    asKim: () => request(app).get('/api/csv').set(IDENTITY_HEADER, token),
  }
}

describe('GET /api/csv where contacts are for who has signed in', () => {
  it('shows nobody in particular every column, and no contact in any', async () => {
    const { asNobody, asKim } = await asking({ openContacts: false })
    const [shown, whole] = [await asNobody(), await asKim()]
    expect(Object.keys(shown.body[0])).toEqual(Object.keys(CsvRow.shape))
    expect(shown.body).toEqual(
      (whole.body as CsvRow[]).map((row) => ({
        ...row,
        Technical_Contact: '',
        Delivery_Manager: '',
      })),
    )
    expect(shown.headers['cache-control']).toBe('public, no-cache')
  })

  it('shows who has signed in the contacts, for nobody else to keep', async () => {
    const { asKim } = await asking({ openContacts: false })
    const { body, headers } = await asKim()
    expect(body[0].Technical_Contact).toMatch(/@.* \(.+\)$/)
    expect(headers['cache-control']).toBe('private, no-cache')
  })

  it('takes the tag of one answer for none of the other', async () => {
    const { asNobody, asKim } = await asking({ openContacts: false })
    const tags = [(await asNobody()).headers['etag']!, (await asKim()).headers['etag']!] as const
    expect((await asNobody().set('if-none-match', tags[1])).status).toBe(200)
    expect((await asKim().set('if-none-match', tags[0])).status).toBe(200)
    expect((await asNobody().set('if-none-match', tags[0])).status).toBe(304)
    expect((await asKim().set('if-none-match', tags[1])).status).toBe(304)
  })
})

describe('GET /api/csv in other formats', () => {
  it.each(['csv', 'ndjson'])('keeps contacts from who has not signed in as %s', async (format) => {
    const { asNobody, asKim } = await asking({ openContacts: false })
    const address = /idris\.quill@/
    const open = (await asNobody().query({ format }).buffer(true)).text
    expect(open).toContain('Harbour Berths')
    expect(open).not.toMatch(/@/)
    expect((await asKim().query({ format }).buffer(true)).text).toMatch(address)
  })
})

describe('GET /api/csv where contacts are open', () => {
  it('answers everybody with everything, for all to keep', async () => {
    const { asNobody } = await asking({ openContacts: true })
    const { body, headers } = await asNobody()
    expect(body[0].Technical_Contact).toMatch(/@.* \(.+\)$/)
    expect(headers['cache-control']).toBe('public, no-cache')
  })
})
