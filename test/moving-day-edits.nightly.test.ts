import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { withBannerIds } from '@landscape/contracts/banners'
import { MOVED } from './moving-day/documents.ts'
import { formOf, type Shown } from './moving-day/registry-form.ts'
import { startMoved, type MovedLandscape } from './support/moved-landscape.ts'

let moved: MovedLandscape
beforeAll(async () => {
  moved = await startMoved()
}, 60_000)
afterAll(() => moved?.stop())

const shownAt = async (path: string) => (await moved.json(path)) as unknown as Shown
/** Sorts elements, keeping the order of their keys. */
const texts = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).toSorted()

describe('edits of documents of the previous system', () => {
  it('stores only the changed fields of the form of the registry', async () => {
    const path = '/api/v1/projects/Quay'
    const form = formOf(await shownAt(path))
    form.supporting_tools.user_interface = { main: [], others: ['Figma', 'Penpot'] }
    form.architecture.hosting.type = ['Hybrid']
    form.details[0]!.short_name = 'Q'
    form.user[1]!.grade = 'HEO'
    expect((await moved.client.put(path, form)).status).toBe(200)
    const { projects } = await moved.stored('audit-tool/new_project_data.json')
    const [before] = MOVED['audit-tool/new_project_data.json']
    const changes = [
      ['"ui_tools":{"main":[],"others":["Figma"]},', ''],
      ['"cost":3', '"cost":3,"user_interface":{"main":[],"others":["Figma","Penpot"]}'],
      ['"Cloud"', '"Hybrid"'],
      ['["https://q"]', '["https://q"],"short_name":"Q"'],
      ['"grade":""', '"grade":"HEO"'],
    ] as const
    const after = changes.reduce(
      (made, [was, is]) => made.replace(was, is),
      JSON.stringify(before.projects[3]),
    )
    expect(JSON.stringify(projects[3])).toBe(after)
  })

  it('moves one entry from the review page and keeps all others', async () => {
    const radar = (await moved.json(
      '/api/tech-radar/json',
    )) as (typeof MOVED)['main/onsRadarSkeleton.json'][0]
    const position = {
      moved: -1,
      ringId: 'hold',
      date: '2026-01-10 10:00:00',
      description: 'Moved',
    }
    const entries = radar.entries.map((one) =>
      one?.id === 'zig'
        ? {
            ...one,
            timeline: [...one.timeline, { ...position, author: null }],
            filteredTimeline: [],
          }
        : one,
    )
    await moved.post('/review/api/tech-radar/update', { entries })
    const after = await moved.stored('main/onsRadarSkeleton.json')
    const [before] = MOVED['main/onsRadarSkeleton.json']
    expect(Object.keys(after)).toEqual(Object.keys(before))
    const changed = after.entries.find((one) => one?.id === 'zig')
    const zig = before.entries.find((one) => one?.id === 'zig')!
    const signed = { ...position, author: 'dev@example.org' }
    expect(JSON.stringify(changed)).toBe(
      JSON.stringify({ ...zig, timeline: [...zig.timeline, signed] }),
    )
    const leaky = before.entries.find((one) => one?.id === 'jira')
    const jira = Object.fromEntries(
      Object.entries(leaky ?? {}).filter(([field]) => field !== 'filteredTimeline'),
    )
    const others = [
      ...before.entries.filter((one) => one?.id !== 'zig' && one?.id !== 'jira'),
      jira,
    ]
    expect(texts(after.entries.filter((one) => one?.id !== 'zig'))).toEqual(texts(others))
  })

  it('adds an entry from the admin page', async () => {
    const proposal = {
      id: 'tech-1765880000000-gleam',
      title: 'Gleam',
      quadrant: '1',
      description: 'Languages',
      timeline: [{ moved: 0, ringId: 'review', date: '2026-01-11 09:00:00', description: 'New' }],
    }
    const { entries: before } = await moved.stored('main/onsRadarSkeleton.json')
    await moved.post('/admin/api/tech-radar/update', { entries: [proposal] })
    const { entries } = await moved.stored('main/onsRadarSkeleton.json')
    expect(texts(entries)).toEqual(texts([...before, proposal]))
  })

  it('edits banners and a list from the admin page', async () => {
    const banner = { message: 'Moved', title: '', type: 'info', pages: ['radar'], show: true }
    await moved.post('/admin/api/banners/update', { banner })
    const index = (await moved.stored('main/messages.json')).messages.length - 1
    await moved.post('/admin/api/banners/toggle', { index, show: false })
    await moved.post('/admin/api/banners/toggle', { index: 1, show: false })
    await moved.post('/admin/api/banners/delete', { index })
    const banners = await moved.stored('main/messages.json')
    const [before] = MOVED['main/messages.json']
    const messages = withBannerIds(before.messages) as object[]
    expect(banners).toEqual({
      ...before,
      messages: messages.with(1, { ...messages[1], show: false }),
    })
    const items = ['Go', 'Zig', 7, 'Rust']
    await moved.post('/admin/api/array-data/update', { category: 'languages', items })
    expect(await moved.stored('audit-tool/array_data.json')).toEqual({
      ...MOVED['audit-tool/array_data.json'][0],
      languages: items,
    })
  })

  it('edits, registers and normalises from the web client of the registry', async () => {
    const tide = await moved.json('/api/v1/projects/Tide%20Tables')
    const put = await moved.client.put('/api/v1/projects/Tide%20Tables', {
      ...tide,
      stage: 'Development',
    })
    expect(put.status).toBe(200)
    const created = await moved.client.post('/api/v1/projects', {
      user: [{ email: '', roles: ['Technical Contact'], grade: '' }],
      details: [{ name: 'Harbour' }],
      source_control: '',
      architecture: { hosting: '', environments: {} },
      supporting_tools: [],
    })
    expect(created.status).toBe(201)
    await moved.post('/admin/api/normalise-technology', { from: 'JS', to: 'JavaScript' })
    const after = await moved.stored('audit-tool/new_project_data.json')
    const [before] = MOVED['audit-tool/new_project_data.json']
    const [first, berth, nothing] = before.projects
    const text = JSON.stringify({ ...first, stage: 'Development' })
    const languages = '"languages":{"main":["JS"],"others":["Zig","JS"]}'
    expect(JSON.stringify(after.projects[0])).toBe(
      text
        .replace(languages, '"languages":{"main":["JavaScript"],"others":["Zig","JavaScript"]}')
        .replace('{"name":"JS",', '{"name":"JavaScript",'),
    )
    expect(after.projects[1]).toEqual({
      ...berth,
      architecture: { ...berth!.architecture, languages: expect.stringMatching(/^J/) },
    })
    expect(after.projects[2]).toBe(nothing)
    expect(after.projects.at(-1)).toMatchObject({
      user: [{ email: 'dev@example.org', roles: ['Technical Contact', 'Editor'] }],
      source_control: '',
      owner: 'dev@example.org',
    })
    expect(after.generated).toBe('by hand')
  })
})
