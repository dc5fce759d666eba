import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import request from 'supertest'
import { dataService } from './data-service.ts'

const sample = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../../sample-data/${name}.json`, import.meta.url), 'utf8'))
const RADAR = sample('main/onsRadarSkeleton')
const PROJECTS = sample('audit-tool/new_project_data')

/** The sample data, whose ring HOLD has another id and name. */
async function renamed(name: string, others: readonly string[] = ['ADOPT', 'TRIAL', 'ASSESS']) {
  const text = JSON.stringify(RADAR.entries).replaceAll('"ringId":"hold"', '"ringId":"outer"')
  const inner = others.map((ring, i) => ({ ...RADAR.rings[i], name: ring }))
  const { app } = await dataService({
    radar: { ...RADAR, rings: [...inner, { id: 'outer', name }], entries: JSON.parse(text) },
    projects: PROJECTS,
  })
  const read = async (path: string) => await request(app).get(path).expect(200)
  return {
    drift: async () => (await read('/api/drift?format=ndjson')).text,
    page: async (path: string) => (await read(path)).text,
    advice: async (title: string) => (await read(`/api/advice?names=${title}`)).body.advice[0],
  }
}

/** Findings without the name of the ring. */
const withoutName = (rows: string, name: string) => rows.replaceAll(name, 'X')

describe('a radar whose outer ring has another name', () => {
  it.each(['Caution', 'Stop', 'Retire', 'Deprecated', 'Depart'])(
    'has the findings, the headline and the advice of HOLD under the name %s',
    async (name) => {
      const [hold, other] = [await renamed('HOLD'), await renamed(name)]
      const found = await other.drift()
      expect(found).toContain(`In ${name} since `)
      expect(withoutName(found, name)).toEqual(withoutName(await hold.drift(), 'HOLD'))
      const headline = `technologies in ${name} or IGNORE are still in use`
      expect(await other.page('/drift')).toContain(headline)
      expect((await other.advice('jenkins')).meaning).toMatch(/^Advised against/)
    },
  )

  it('has no statement about recommended entries when no ring is known to recommend them', async () => {
    const rings = ['Go', 'Try', 'Look', 'Stop'].map((name) => ({ id: name.toLowerCase(), name }))
    const { app } = await dataService({ radar: { ...RADAR, rings }, projects: PROJECTS })
    const { text } = await request(app).get('/drift?kind=unused-on-radar').expect(200)
    expect(text).toContain('<h1>No ring of the radar is known to recommend its entries</h1>')
  })

  it('is assumed to advise against its entries only where no other ring does', async () => {
    const assumed = /Assumed: <bdi>Depart<\/bdi> advises against/
    expect(await (await renamed('Depart')).page('/radar')).toMatch(assumed)
    expect(await (await renamed('Stop')).page('/radar')).not.toContain('Assumed')
    const decided = await renamed('Depart', ['Hold', 'Trial', 'Adopt'])
    expect(await decided.page('/radar')).not.toContain('Assumed')
    expect((await decided.advice('jenkins')).meaning).toMatch(/does not explain its ring Depart/)
  })
})
