import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { LandscapeClient } from '@landscape/client'
import { createClient, type Client } from './support/client.ts'
import { clientOf } from './support/client-of.ts'
import { joinLandscape, type SharedProduction } from './support/shared-landscape.ts'

const RADAR = {
  title: 'Acme Radar',
  quadrants: [{ id: '1', name: 'Languages' }],
  rings: [{ id: 'adopt', name: 'ADOPT' }],
  entries: ['zig', 'go'].map((id) => ({
    id,
    title: id,
    quadrant: '1',
    description: 'A language',
    timeline: [{ moved: 0, ringId: 'adopt', date: '2026-01-10', description: 'New' }],
  })),
}

let production: SharedProduction
let client: Client
/** An administrator, a reviewer, and the owner of a project. */
let ada: LandscapeClient
let rui: LandscapeClient
let kim: LandscapeClient
beforeAll(async () => {
  production = await joinLandscape('production')
  client = createClient(production.url)
  ada = clientOf(production, { email: 'ada@acme.example', groups: ['admin'] })
  rui = clientOf(production, { email: 'rui@acme.example', groups: ['reviewer'] })
  kim = clientOf(production, { email: 'kim@acme.example' })
  await ada.updateRadar({ body: RADAR })
})
afterAll(async () => {
  client?.close()
  await production?.leave()
})

const as = (name: string, ...groups: string[]) => ({
  authorization: production.issuer.idToken({ email: `${name}@acme.example`, groups }),
})
const admin = () => as('ada', 'admin')
const reviewer = () => as('rui', 'reviewer')

async function radarNow() {
  const { data } = await rui.getRadar()
  return data
}

/** Changes the description of the first radar entry; resolves with the previous one. */
async function describeFirst(description: string) {
  const radar = await radarNow()
  const [first, ...others] = radar.entries
  const { response } = await rui.reviewRadar({
    body: { ...radar, entries: [{ ...first!, description }, ...others] },
  })
  expect(response.status).toBe(200)
  return { before: first!, requestId: response.headers.get('x-request-id') }
}

async function newest() {
  const { data } = await ada.listChanges({ limit: 1 })
  return data.changes[0]!
}

describe('the history behind the gateway', () => {
  it('returns author and request of a radar change and undoes it', async () => {
    const { before, requestId } = await describeFirst('Another description')
    const change = await newest()
    expect(change).toMatchObject({
      document: 'radar',
      actor: { email: 'rui@acme.example' },
      requestId,
      operations: [
        {
          op: 'replace',
          path: `/entries/${before.id}/description`,
          before: before.description,
          after: 'Another description',
        },
      ],
    })
    const { id } = change
    expect((await rui.getRadarChange({ id })).data).toEqual(change)
    const undo = async (dryRun: boolean) =>
      (await rui.undoRadarChange({ id, body: { dryRun } })).data
    expect(await undo(true)).toMatchObject({ message: 'This would undo the change' })
    expect(await newest()).toEqual(change)
    expect(await undo(false)).toMatchObject({
      message: 'Change undone successfully',
      change: { undoes: change.id },
    })
    expect((await radarNow()).entries[0]).toEqual(before)
  })

  it('returns each document as it was at an earlier instant', async () => {
    const project = { user: [{ email: 'kim@acme.example' }], details: [{ name: 'Tides' }] }
    const banner = (message: string) => ({ title: 'Autumn', message, pages: ['radar'] })
    const lists = (...languages: string[]) => ({
      allCategories: true as const,
      items: { languages },
    })
    const edits = {
      radar: ['As it was', 'As it is'].map((text) => () => describeFirst(text)),
      banners: [banner('First'), banner('Second')].map((body) => () => ada.saveBanner({ body })),
      lists: [lists('Go'), lists('Go', 'Zig')].map(
        (body) => () => ada.updateTechnologyLists({ body }),
      ),
      projects: [
        () => kim.createProject({ body: project }),
        () =>
          kim.updateProject({
            project_name: 'Tides',
            body: { ...project, stage: 'Development' },
          }),
      ],
    }
    const stateOf = async (document: keyof typeof edits, at: string) =>
      (await ada.getDocumentAt({ document, at })).data
    for (const document of Object.keys(edits) as (keyof typeof edits)[]) {
      const states = []
      for (const edit of edits[document]) {
        await edit()
        const change = await newest()
        expect(change.document).toBe(document)
        states.push({ at: change.at, state: await stateOf(document, change.at) })
      }
      const [was, is] = states
      expect(is?.state).not.toEqual(was?.state)
      expect(await stateOf(document, was!.at)).toEqual(was?.state)
    }
  })

  it('shows a project to its owner and to administrators only', async () => {
    const project = { user: [{ email: '' }], details: [{ name: 'Waves' }] }
    expect((await kim.createProject({ body: project })).response.status).toBe(201)
    for (const reader of [kim, ada]) {
      const { data } = await reader.listProjectChanges({ project_name: 'Waves' })
      expect(data).toMatchObject({
        changes: [{ operations: [{ op: 'add', path: '/projects/Waves', after: project }] }],
      })
    }
    const path = '/api/v1/projects/Waves/history'
    const others = [{}, as('lee'), reviewer()]
    const responses = await Promise.all(others.map((headers) => client.get(path, headers)))
    expect(responses.map(({ status }) => status)).toEqual([401, 404, 404])
  })

  it('returns moves and past states of the radar to every reader of the radar', async () => {
    const nia = clientOf(production, { email: 'nia@acme.example' })
    const { data: first } = await nia.getRadar({ at: '2999-01-01' })
    expect(first).toMatchObject({ title: 'Acme Radar', entries: [{ id: 'zig' }, { id: 'go' }] })
    expect((await nia.listMoves({ since: '2026-01-10' })).data).toMatchObject({
      changes: [
        { id: 'zig', from: null, to: 'adopt', date: '2026-01-10' },
        { id: 'go', from: null, to: 'adopt', date: '2026-01-10' },
      ],
    })
    const feed = await client.get('/api/tech-radar/feed.atom', as('nia'))
    expect([feed.status, feed.headers['content-type']]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
    ])
  })

  it('has a page whose form undoes a change, unlike a form of another site', async () => {
    await describeFirst('As on the page')
    const { id } = await newest()
    const page = await client.get('/changes', reviewer())
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.text).toContain('As on the page')
    expect(page.headers['content-security-policy']).toContain(
      "default-src 'none'; style-src 'sha256-",
    )
    expect(page.headers['referrer-policy']).toBe('same-origin')
    const send = (headers: Record<string, string>) =>
      client.send('POST', `/changes/${id}/undo`, 'confirm=undo', {
        ...reviewer(),
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      })
    for (const foreign of [
      { origin: 'https://elsewhere.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      expect((await send(foreign)).status).toBe(403)
    }
    expect((await newest()).id).toBe(id)
    const { status, headers } = await send({ origin: production.url })
    expect([status, headers['location']]).toEqual([303, `/changes/${id}`])
    expect(await newest()).toMatchObject({ undoes: id })
  })

  it('rejects anonymous callers and users, and limits reviewers to the radar', async () => {
    await describeFirst('Once more')
    const { id } = await newest()
    const everybody = [{}, as('nia'), reviewer(), admin()]
    const table: [method: string, path: string, statuses: number[]][] = [
      ['GET', '/admin/api/history', [401, 403, 403, 200]],
      ['GET', `/admin/api/history/${id}`, [401, 403, 403, 200]],
      ['GET', '/admin/api/documents/radar?at=2999-01-01', [401, 403, 403, 200]],
      ['GET', '/review/api/history', [401, 403, 200, 200]],
      ['GET', `/review/api/history/${id}`, [401, 403, 200, 200]],
      ['GET', '/changes', [401, 403, 200, 200]],
      ['GET', `/changes/${id}`, [401, 403, 200, 200]],
      ['POST', `/changes/${id}/undo`, [401, 403, 415, 415]],
      ['POST', `/admin/api/history/${id}/undo`, [401, 403, 403, 200]],
      ['POST', `/review/api/history/${id}/undo`, [401, 403, 409, 409]],
    ]
    for (const [method, path, expected] of table) {
      const statuses = []
      for (const headers of everybody) {
        const body = method === 'POST' ? '{}' : undefined
        statuses.push((await client.send(method, path, body, headers)).status)
      }
      expect([path, statuses]).toEqual([path, expected])
    }
  })
})
