import { describe, expect, it } from '@jest/globals'
import { PROJECT_EXAMPLE } from '@landscape/dev/examples'
import { parse } from 'csv-parse/sync'
import request from 'supertest'
import { dataService, REPOSITORIES } from './data-service.ts'

const projects = {
  projects: [
    PROJECT_EXAMPLE,
    { details: [{ name: '=HYPERLINK("x")', project_description: 'a "b",\nc' }] },
  ],
}

async function getRows(path: string, accept?: string) {
  const { app } = await dataService({ projects, repositories: REPOSITORIES })
  const call = request(app).get(path).buffer(true)
  return accept === undefined ? call : call.set('accept', accept)
}

describe('GET /api/csv', () => {
  it.each([
    ['/api/csv', undefined],
    ['/api/csv', '*/*'],
    ['/api/csv', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'],
    ['/api/csv', 'application/json, text/plain, */*'],
    ['/api/csv', 'image/png'],
    ['/api/csv', 'text/csv;q=0.5, application/json'],
    ['/api/csv?format=json', 'text/csv'],
    ['/api/csv', `text/csv, ${'a/b, '.repeat(200)}`],
  ])('returns JSON for %s with Accept: %s', async (path, accept) => {
    const { headers, body } = await getRows(path, accept)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      vary: 'Accept, Accept-Encoding',
    })
    expect(body).toMatchObject([{ Project: 'Harbour Berths' }, { Project: '=HYPERLINK("x")' }])
  })

  it.each([
    ['/api/csv', 'text/csv'],
    ['/api/csv', 'text/csv, */*;q=0.1'],
    ['/api/csv?format=csv', undefined],
    ['/api/csv?format=csv', 'application/json'],
  ])('returns CSV for %s with Accept: %s', async (path, accept) => {
    const { headers, text } = await getRows(path, accept)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      vary: 'Accept, Accept-Encoding',
    })
    expect(text.split('\r\n', 1)[0]).toMatch(/^Project,Project_Short,Programme,/)
    const [first, second] = parse<Record<string, string>>(text, { columns: true })
    expect(first).toMatchObject({
      Project: 'Harbour Berths',
      'Project_Dependencies.name': 'Harbour API',
      'Project_Dependencies.description': 'berth data',
    })
    // The apostrophe prevents a spreadsheet from evaluating the cell as a formula.
    expect(second).toMatchObject({ Project: `'=HYPERLINK("x")`, Description: 'a "b",\nc' })
  })

  it('writes one header line for many rows and for concurrent requests', async () => {
    const many = Array.from({ length: 175 }, (_, i) => ({ details: [{ name: `P${i}` }] }))
    const { app } = await dataService({ projects: { projects: many } })
    const responses = await Promise.all([1, 2].map(() => request(app).get('/api/csv?format=csv')))
    for (const { text } of responses) {
      const read = parse<{ Project: string }>(text, { columns: true })
      expect(read.map(({ Project }) => Project)).toEqual(
        many.map(({ details }) => details[0]?.name),
      )
    }
  })

  it('returns one object per line as NDJSON', async () => {
    const json = await getRows('/api/csv')
    for (const response of [
      await getRows('/api/csv', 'application/x-ndjson'),
      await getRows('/api/csv?format=ndjson'),
    ]) {
      expect(response.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
      const lines = response.text.trimEnd().split('\n')
      expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(json.body)
    }
  })

  it.each(['xml', 'CSV', 'csv&format=json'])(
    'returns 400 for format=%s and lists the known formats',
    async (format) => {
      const { status, body } = await getRows(`/api/csv?format=${format}`)
      expect(status).toBe(400)
      expect(body).toMatchObject({
        error: 'Invalid format: use json, csv, ndjson',
        errors: [{ pointer: '/format' }],
      })
    },
  )
})

describe('GET /api/repository/project/json', () => {
  const path = '/api/repository/project/json?repositories=harbour-api,old-charts'

  it('returns repositories as CSV with their languages in one cell', async () => {
    const { text } = await getRows(path, 'text/csv')
    expect(text.split('\r\n')).toEqual([
      'name,url,visibility,is_archived,last_commit,technologies.languages.name,' +
        'technologies.languages.size,technologies.languages.percentage',
      'Harbour-API,https://scm.example/acme/harbour-api,PUBLIC,false,2025-11-20T10:30:00Z,' +
        'TypeScript; Shell,70000; 30000,70; 30',
      'old-charts,https://scm.example/acme/old-charts,INTERNAL,true,2020-05-05T00:00:00Z,,,',
      '',
    ])
  })

  it('returns only a header line as CSV, or no line as NDJSON, without matches', async () => {
    const none = '/api/repository/project/json?repositories=nobody-knows-it'
    expect((await getRows(none, 'text/csv')).text).toMatch(/^name,url,.*percentage\r\n$/)
    const lines = await getRows(none, 'application/x-ndjson')
    expect([lines.status, lines.text]).toEqual([200, ''])
    expect(lines.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
  })

  it('returns stored repositories as NDJSON with the same filters', async () => {
    const { text } = await getRows(`${path}&archived=false&format=ndjson`)
    expect(text).toBe(`${JSON.stringify(REPOSITORIES.repositories[0])}\n`)
  })
})

describe('GET /api/csv?format=csv&for=spreadsheet', () => {
  it('returns a file with a byte order mark', async () => {
    const { headers, text } = await getRows('/api/csv?format=csv&for=spreadsheet')
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="landscape.csv"',
    })
    expect(text).toMatch(/^\ufeffProject,/)
  })

  it('returns 400 for another program', async () => {
    const { status, body } = await getRows('/api/csv?format=csv&for=mail')
    expect([status, body.error]).toEqual([400, 'Invalid for: use spreadsheet'])
  })

  it('leaves CSV for programs as it is', async () => {
    const { headers, text } = await getRows('/api/csv?format=csv')
    expect(headers['content-disposition']).toBeUndefined()
    expect(text).toMatch(/^Project,/)
  })
})
