import { createLandscapeClient, type LandscapeClient } from '@landscape/client'
import description from '@landscape/client/openapi.json' with { type: 'json' }
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fetch } from './support/fetch.ts'
import { joinLandscape, type SharedLandscape } from './support/shared-landscape.ts'

let landscape: SharedLandscape
let client: LandscapeClient
beforeAll(async () => {
  landscape = await joinLandscape()
  client = createLandscapeClient({ baseUrl: landscape.url, fetch })
})
afterAll(() => landscape?.leave())

describe('the client', () => {
  // spec: 1-s1 4.3-r3e
  it('returns typed results of reads and edits', async () => {
    const added = await client.saveBanner({
      body: { message: 'From the client', pages: ['radar'] },
    })
    expect(added.data.message).toBe('Banner added successfully')
    const { data } = await client.listActiveBanners()
    expect(data.messages).toContainEqual(expect.objectContaining({ message: 'From the client' }))
    const { data: radar } = await client.getRadar()
    const rings = radar.entries.map(({ timeline }) => timeline.at(-1)?.ringId.toUpperCase())
    expect(rings).toContain('ADOPT')
  })

  it('throws the message and the request id of an error', async () => {
    const read = client.getProject({ project_name: 'Unknown project' })
    await expect(read).rejects.toMatchObject({
      message: expect.stringMatching(/^Project not found \(404, request [\w.:-]{8,128}\)$/),
      problem: { type: '/problems/not-found' },
    })
    await expect(client.drawRadar({ at: 'never' })).rejects.toMatchObject({ status: 400 })
  })

  // spec, otherwise: 4-s1b
  it('returns pictures and pages as strings, and the response for other forms', async () => {
    const { data: radar, response } = await client.drawRadar()
    expect(radar).toMatch(/^<svg .*<\/svg>\n$/s)
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect((await response.blob()).size).toBe(new TextEncoder().encode(radar).length)
    expect((await client.showLandscape()).data).toMatch(/^<!doctype html>/)
  })

  it('returns all rows of a list by pages', async () => {
    const names: string[] = []
    let pages = 0
    for await (const { technologies } of client.pages('listTechnologies', { limit: 50 })) {
      names.push(...technologies.map(({ name }) => name))
      pages++
    }
    const { total } = (await client.listTechnologies()).data
    expect(new Set(names).size).toBe(total)
    expect(pages).toBe(Math.ceil(total / 50))
    expect(pages).toBeGreaterThan(1)
  })

  it('keeps both of two edits of one project at the same time', async () => {
    const project_name = 'Edited twice'
    await client.createProject({
      body: { user: [{ email: '' }], details: [{ name: project_name }] },
    })
    const add = (email: string) =>
      client.edit('getProject', 'updateProject', { project_name }, (project) => ({
        ...project,
        user: [...project.user, { email }],
      }))
    await Promise.all([add('ann@acme.example'), add('ben@acme.example')])
    const { data } = await client.getProject({ project_name })
    const emails = data.user.map(({ email }) => email)
    expect(emails.toSorted()).toEqual(['', 'ann@acme.example', 'ben@acme.example'])
    await client.edit('getProject', 'deleteProject', { project_name }, () => undefined)
    await expect(client.getProject({ project_name })).rejects.toMatchObject({ status: 404 })
  })
})

describe('openapi.json of the package', () => {
  it('is the description that the gateway serves', async () => {
    expect((await client.getDescription()).data).toEqual(description)
  })
})
