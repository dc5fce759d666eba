import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { MOVED, type MovedName } from './moving-day/documents.ts'
import { formOf, type Shown } from './moving-day/registry-form.ts'
import { asMoved, startMoved, type MovedLandscape } from './support/moved-landscape.ts'

let moved: MovedLandscape
beforeAll(async () => {
  moved = await startMoved()
}, 60_000)
afterAll(() => moved?.stop())

const shownAt = async (path: string) => (await moved.json(path)) as unknown as Shown

const READS = [
  '/api/csv',
  '/api/tech-radar/json',
  '/api/banners',
  '/api/banners/all',
  '/api/health',
  '/api/directorates/json',
  '/api/json',
  '/api/json?datetime=2025-01-01&archived=false',
  '/api/repository/project/json?repositories=tide-tables,berth,odd',
  '/admin/api/banners',
  '/admin/api/array-data',
  '/admin/api/tech-radar',
  '/copilot/api/auth/status',
  '/copilot/api/org/historic',
  '/copilot/api/org/reports',
  '/copilot/api/org/legacy?type=pre-0326',
  '/copilot/api/org/legacy?type=pre-0225',
  '/copilot/api/teams/historic',
  '/user/api/info',
  '/api/v1/user',
  '/api/v1/projects',
  '/api/v1/projects/Tide%20Tables',
  '/api/v1/projects/Berth',
  '/api/v1/projects/Quay',
  '/api/v1/projects/filter?languages=zig&return=details',
]

describe('documents and settings of the previous system', () => {
  it('accepts previous names of settings, which each process reports once', async () => {
    const response = await moved.client.post('/user/api/logout', {})
    const { logoutUrl } = response.json() as { logoutUrl: string }
    expect(logoutUrl).toMatch(/^https:\/\/moved-pool\..*eu-west-2.*client_id=moved-client/)
    const renamed = (service: 'gateway' | 'projects') =>
      moved.landscape.output(service).match(/names of the previous system: [^"]*/g)
    const pool = ['POOL_ID', 'POOL_CLIENT_ID', 'POOL_DOMAIN']
    expect(renamed('gateway')).toEqual([
      expect.stringMatching(pool.map((end) => `COGNITO_USER_${end} as IDP_USER_${end}.*`).join('')),
    ])
    expect(renamed('projects')).toEqual([
      expect.stringMatching(/BUCKET_NAME as MAIN_.*TECH_AUDIT_DATA_BUCKET as AUDIT_TOOL_/),
    ])
    expect(moved.landscape.output('gateway') + moved.landscape.output('projects')).not.toMatch(
      /moved-|_Moved/,
    )
  })

  it('returns every read of both clients and changes nothing', async () => {
    for (const path of READS) await moved.json(path)
    for (const name of Object.keys(MOVED) as MovedName[])
      expect(await moved.text(name)).toBe(asMoved(name))
  })

  it('returns documents of jobs unchanged', async () => {
    const [directorates] = MOVED['main/directorates.json']
    expect(await moved.json('/api/directorates/json')).toEqual(directorates)
    const [days] = MOVED['assistant/historic_usage_data.json']
    expect(await moved.json('/copilot/api/org/historic')).toMatchObject(days)
    expect(await moved.json('/copilot/api/org/reports')).toMatchObject([
      { day: '2025-12-01' },
      { day: '2025-12-02' },
      days[2],
    ])
    const [archived] = MOVED['assistant/archive/pre-mar26/historic_usage_data_mar26.json']
    expect(await moved.json('/copilot/api/org/legacy?type=pre-0326')).toEqual(archived)
    const [counts] = MOVED['assistant/archive/pre-feb25/historic_usage_data_feb25.json']
    expect(await moved.json('/copilot/api/org/legacy?type=pre-0225')).toEqual(counts)
    const [teams] = MOVED['assistant/teams_history.json']
    expect(await moved.json('/copilot/api/teams/historic')).toEqual(teams)
    const { repositories } = await moved.json(
      '/api/repository/project/json?repositories=tide-tables',
    )
    expect(repositories).toEqual([MOVED['main/repositories.json'][0].repositories[0]])
  })

  it('keeps documents byte for byte when pages save them unchanged', async () => {
    const { entries } = await moved.json('/api/tech-radar/json')
    await moved.post('/review/api/tech-radar/update', { entries: entries as object })
    await moved.post('/admin/api/banners', await moved.json('/admin/api/banners'))
    const items = await moved.json('/admin/api/array-data')
    await moved.post('/admin/api/array-data/update', { allCategories: true, items })
    for (const [category, list] of Object.entries(items)) {
      await moved.post('/admin/api/array-data/update', { category, items: list })
    }
    for (const name of ['Tide%20Tables', 'Berth', 'Quay']) {
      const put = await moved.client.put(
        `/api/v1/projects/${name}`,
        await moved.json(`/api/v1/projects/${name}`),
      )
      expect([name, put.status]).toEqual([name, 200])
    }
    for (const name of Object.keys(MOVED) as MovedName[])
      expect(await moved.text(name)).toBe(asMoved(name))
  })

  it.each(['Tide Tables', 'Quay'])(
    'keeps %s byte for byte when the form of the registry is submitted unchanged',
    async (name) => {
      const path = `/api/v1/projects/${encodeURIComponent(name)}`
      const put = await moved.client.put(path, formOf(await shownAt(path)))
      expect([put.status, put.text]).toEqual([200, expect.anything()])
      expect(await moved.text('audit-tool/new_project_data.json')).toBe(
        asMoved('audit-tool/new_project_data.json'),
      )
    },
  )
})
