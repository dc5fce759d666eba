import { describe, expect, it } from '@jest/globals'
import { PROJECT_EXAMPLE } from '@landscape/dev/examples'
import { parse } from 'csv-parse/sync'
import request from 'supertest'
import { as, PROJECTS, projectService } from './project-service.ts'

const stored = [
  { ...PROJECT_EXAMPLE, owner: { email: 'kim@acme.example' } },
  { details: [{ name: 'Malformed' }], user: '', stage: 7, architecture: [], owner: {} },
]

async function ask(query: string, accept = '*/*', path = `${PROJECTS}?scope=all`) {
  const { app } = await projectService({ stored })
  const headers = { ...(await as('root', 'admin')), accept }
  return request(app).get(`${path}${query}`).set(headers).buffer(true)
}

describe('GET /api/v1/projects', () => {
  it('returns JSON by default', async () => {
    const { headers, body } = await ask('')
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept, Accept-Encoding, Cookie',
    })
    expect(body).toMatchObject([PROJECT_EXAMPLE, { stage: 7 }])
  })

  it.each([
    ['', 'text/csv'],
    ['&format=csv', 'application/json'],
  ])('returns a CSV row per project, without the owner', async (query, accept) => {
    const { headers, text } = await ask(query, accept)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'cache-control': 'private, no-cache',
      vary: 'Accept, Accept-Encoding, Cookie',
    })
    expect(text).not.toContain('kim@acme.example')
    const [complete, malformed] = parse<Record<string, string>>(text, { columns: true })
    expect(complete).toMatchObject({
      'details.name': 'Harbour Berths',
      'user.email': 'idris.quill@acme-coast.example; linnea.garrow@acme-coast.example',
      'architecture.languages.main': 'Java; Kotlin',
      'architecture.environments.int': 'false',
      'source_control.links.url': 'https://scm.example/acme/harbour-berths-batch',
      'supporting_tools.incident_management': 'PagerDuty',
    })
    expect(Object.values(complete!).filter((cell) => cell === '')).toHaveLength(11)
    expect(malformed).toMatchObject({ 'details.name': 'Malformed', stage: '7', 'user.email': '' })
  })

  it('returns one project per line as NDJSON', async () => {
    const { body } = await ask('')
    const { headers, text } = await ask('&format=ndjson')
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
    const lines = text.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(body)
  })

  it('returns pages with a header row, and the format in Link', async () => {
    const first = await ask('&format=csv&limit=1')
    const link = /<(.*)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? ''
    expect(link).toContain('format=csv')
    const second = await ask(link.slice(link.indexOf('?')).replace('?scope=all', ''))
    const names = [first, second].map(({ text }) =>
      parse<Record<string, string>>(text, { columns: true }).map((row) => row['details.name']),
    )
    expect(names).toEqual([['Harbour Berths'], ['Malformed']])
    expect(second.headers).not.toHaveProperty('link')
  })

  it('has only the columns of the selected sections', async () => {
    const { text } = await ask('&format=csv&fields=stage,developed')
    expect(text).toBe('stage,developed\r\nActive Support,Partnership; Tidal Works\r\n7,\r\n')
  })

  it('returns 400 for an unknown format', async () => {
    expect(await ask('&format=xml')).toMatchObject({
      status: 400,
      body: { error: 'Invalid format: use json, csv, ndjson' },
    })
  })
})

describe('GET /api/v1/projects/filter', () => {
  const path = `${PROJECTS}/filter?`

  it('returns matches as CSV and NDJSON', async () => {
    const csv = await ask('developed=partnership', 'text/csv', path)
    expect(csv.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      vary: 'Accept, Accept-Encoding, Cookie',
    })
    const found = parse<Record<string, string>>(csv.text, { columns: true })
    expect(found.map((row) => row['details.name'])).toEqual(['Harbour Berths'])
    const lines = await ask('developed=partnership&format=ndjson&fields=stage', '*/*', path)
    expect(lines.text).toBe('{"stage":"Active Support"}\n')
  })

  it('returns the header row when nothing matches', async () => {
    const { status, text } = await ask('developed=nobody&format=csv&fields=stage', '*/*', path)
    expect([status, text]).toEqual([200, 'stage\r\n'])
  })
})
