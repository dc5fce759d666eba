import { describe, expect, it } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import { project, service } from './technology-service.ts'

describe('GET /api/drift', () => {
  it('returns findings with totals, and those of entries without a review by their kind', async () => {
    const { get } = await service()
    const { body } = await get('/api/drift')
    expect(body.totals).toEqual({
      'on-hold-in-use': 1,
      'not-on-radar': 1,
      'unused-on-radar': 1,
      'undeclared-language': 0,
      'unknown-repository': null,
      'look-alike-names': 0,
      'not-reviewed': 1,
    })
    expect(body.findings).toMatchObject([
      { kind: 'on-hold-in-use', technology: 'Angular', count: 2, projects: ['Tides', 'Berths'] },
      { kind: 'not-on-radar', technology: 'React' },
      { kind: 'unused-on-radar', technology: 'Svelte' },
    ])
    expect(body.total).toBe(3)
    const own = (await get('/api/drift?kind=not-reviewed')).body
    expect(own).toMatchObject({ total: 1, findings: [{ technology: 'Angular' }] })
    const { text } = await get('/drift')
    expect(text).toContain('All <b>3</b>')
    expect(text).toContain('Not reviewed <b>1</b>')
  })

  it.each([
    ['kind=not-on-radar', ['React']],
    ['technology=ANGULAR&kind=on-hold-in-use', ['Angular']],
    ['programme=harbours&kind=on-hold-in-use', ['Angular']],
  ])('returns for %s %j', async (query, technologies) => {
    const { get } = await service()
    const { body } = await get(`/api/drift?${query}`)
    expect(body.findings.map((finding: { technology: string }) => finding.technology)).toEqual(
      technologies,
    )
  })

  it('returns pages and CSV', async () => {
    const { get } = await service()
    const { headers } = await get('/api/drift?limit=1')
    const next = /^<(.+)>; rel="next"$/.exec(headers['link'] ?? '')?.[1] as string
    expect((await get(next)).body.findings).toMatchObject([{ kind: 'not-on-radar' }])
    const { text } = await get('/api/drift?format=csv&kind=on-hold-in-use')
    expect(parse(text, { columns: true })).toMatchObject([
      { technology: 'Angular', projects: 'Tides; Berths' },
    ])
  })

  it('returns 100 findings as JSON without a limit, and all as CSV', async () => {
    const names = Array.from({ length: 120 }, (_, i) => `Quay ${i} ${'abcdefghij'[i % 10]}`)
    const { get } = await service({
      projects: { projects: [project('A', names), project('B', names)] },
    })
    const { body, headers } = await get('/api/drift?kind=not-on-radar')
    expect(body).toMatchObject({ total: 120, findings: { length: 100 } })
    const next = /^<(.+)>; rel="next"$/.exec(headers['link'] ?? '')?.[1] as string
    expect((await get(next)).body.findings).toHaveLength(20)
    const { text } = await get('/api/drift?format=csv&kind=not-on-radar')
    expect(parse(text, { columns: true })).toHaveLength(120)
  })

  it('names up to 100 projects of a finding, with their number', async () => {
    const projects = Array.from({ length: 130 }, (_, i) => project(`P${i}`, ['React']))
    const { get } = await service({ projects: { projects } })
    const { body } = await get('/api/drift?kind=not-on-radar')
    expect(body.findings).toMatchObject([{ projectTotal: 130, projects: { length: 100 } }])
  })

  it('returns nothing about a project that has the name of a technology', async () => {
    const languages = [{ name: 'Go', percentage: 100, size: 1 }]
    const url = 'https://scm.example/acme/a'
    const { get } = await service({
      projects: {
        projects: [
          { ...project('React', []), source_control: [{ links: [{ url }] }] },
          project('Tides', ['React']),
        ],
      },
      repositories: {
        repositories: [{ name: 'a', url, visibility: 'PUBLIC', technologies: { languages } }],
      },
    })
    expect((await get('/api/drift?technology=go')).body.total).toBe(1)
    expect((await get('/api/drift?technology=react')).body.total).toBe(0)
  })

  it('returns 400 for an unknown kind', async () => {
    const { get } = await service()
    expect((await get('/api/drift?kind=all')).status).toBe(400)
  })
})
