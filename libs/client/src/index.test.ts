import { describe, expect, it } from '@jest/globals'
import { createLandscapeClient, LandscapeError } from './index.ts'

interface Sent {
  url: string
  method: string | undefined
  headers: Headers
  body: unknown
}

/** A client whose requests get the responses in order, and the requests. */
function clientWith(responses: Response[], token?: () => Promise<string>) {
  const sent: Sent[] = []
  const fetch = async (
    url: Parameters<typeof globalThis.fetch>[0],
    { method, headers, body }: RequestInit = {},
  ) => {
    sent.push({ url: url as string, method, headers: new Headers(headers), body })
    const response = responses.shift()
    if (!response) throw new Error('more requests than expected')
    return response
  }
  const baseUrl = 'https://landscape.example/base/'
  const client = createLandscapeClient({ baseUrl, fetch, ...(token && { token }) })
  return { client, sent }
}
const json = (data: unknown, headers: Record<string, string> = {}) =>
  Response.json(data, { headers })
const changed = () => new Response(null, { status: 412 })

describe('a method of the client', () => {
  it('sends path, query, body and If-Match of the operation', async () => {
    const { client, sent } = clientWith([json([]), json({})])
    await client.searchProjects({ languages: ['Go', 'Zig'], limit: 2, cursor: undefined! })
    const body = { user: [{ email: '' }], details: [{ name: 'A/B' }] }
    await client.updateProject({ project_name: 'A/B', body, ifMatch: '"1"' })
    expect(sent.map(({ method, url }) => [method, url])).toEqual([
      [
        'GET',
        'https://landscape.example/base/api/v1/projects/filter?languages=Go&languages=Zig&limit=2',
      ],
      ['PUT', 'https://landscape.example/base/api/v1/projects/A%2FB'],
    ])
    expect(sent[1]?.body).toBe(JSON.stringify(body))
    expect(sent[1]?.headers.get('if-match')).toBe('"1"')
    expect(sent[1]?.headers.get('content-type')).toBe('application/json')
  })

  it('requests a token for each request', async () => {
    let tokens = 0
    const { client, sent } = clientWith([json({}), json({})], async () => `token ${++tokens}`)
    await client.getUser()
    await client.getUser()
    const seen = sent.map(({ headers }) => headers.get('authorization'))
    expect(seen).toEqual(['Bearer token 1', 'Bearer token 2'])
  })

  it('throws the problem and the request id of an error', async () => {
    const problem = { error: 'Project not found', requestId: 'in the body' }
    const headers = { 'content-type': 'application/problem+json', 'x-request-id': 'abc-12345' }
    const { client } = clientWith([new Response(JSON.stringify(problem), { status: 404, headers })])
    const error = await client.getProject({ project_name: 'A' }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(LandscapeError)
    expect(error).toMatchObject({
      message: 'Project not found (404, request abc-12345)',
      status: 404,
      requestId: 'abc-12345',
      problem,
    })
  })

  it('throws the status of an error of another program', async () => {
    const { client } = clientWith([
      new Response('<html>', { status: 502, statusText: 'Bad Gateway' }),
    ])
    await expect(client.getRadar()).rejects.toMatchObject({
      message: 'Bad Gateway (502)',
      requestId: undefined,
      problem: undefined,
    })
  })

  it.each([
    ['text that is not JSON', '<html>', 'Service Unavailable', 'Service Unavailable (503)'],
    ['the empty status text of HTTP/2', 'null', '', 'The request failed (503)'],
  ])('throws the status of an error with %s', async (_case, body, statusText, message) => {
    const headers = { 'content-type': 'application/problem+json' }
    const { client } = clientWith([new Response(body, { status: 503, statusText, headers })])
    const error = await client.getRadar().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(LandscapeError)
    expect(error).toMatchObject({ message, status: 503 })
  })

  it.each(['', '.', '..'])(
    'rejects %j in the path, which is that of another operation',
    async (name) => {
      const { client, sent } = clientWith([json([])])
      await expect(client.getProject({ project_name: name })).rejects.toThrow('project_name')
      expect(sent).toEqual([])
    },
  )
})

describe('pages', () => {
  it('yields the data of each page that Link names, without leaving the gateway', async () => {
    const next = (link: string) => ({ link: `<${link}>; rel="next"` })
    const { client, sent } = clientWith([
      json(['a'], next('/api/v1/projects?limit=1&cursor=x')),
      json(['b'], next('https://elsewhere.example/api/v1/projects?cursor=y')),
      json(['c'], { link: '</other>; rel="successor-version"' }),
    ])
    const pages = []
    for await (const page of client.pages('listProjects', { limit: 1 })) pages.push(page)
    expect(pages).toEqual([['a'], ['b'], ['c']])
    expect(sent.map(({ url }) => url.replace('https://landscape.example/base', ''))).toEqual([
      '/api/v1/projects?limit=1',
      '/api/v1/projects?limit=1&cursor=x',
      '/api/v1/projects?cursor=y',
    ])
  })

  it.each([
    '.elsewhere.example/a',
    '@elsewhere.example/a',
    'https://elsewhere.example//a',
    '//b/a',
  ])('requests the next page of the gateway when Link names %s', async (link) => {
    const { client, sent } = clientWith([json([], { link: `<${link}>; rel="next"` }), json([])])
    for await (const page of client.pages('listProjects')) expect(page).toEqual([])
    expect(sent[1]?.url).toMatch(/^https:\/\/landscape\.example\/base\/[^/]/)
  })
})

describe('edit', () => {
  const target = { project_name: 'A' }
  const read = (stage: string, etag: string) =>
    json({ user: [], details: [{ name: 'A' }], stage }, { etag })
  const edit = ({ client }: ReturnType<typeof clientWith>) =>
    client.edit('getProject', 'updateProject', target, (project) => ({
      ...project,
      stage: `${project.stage}!`,
    }))

  it('sends the changed document with the ETag of the read', async () => {
    const fake = clientWith([read('Beta', '"1"'), json({ stage: 'Beta!' })])
    expect((await edit(fake)).data.stage).toBe('Beta!')
    expect(fake.sent[1]?.headers.get('if-match')).toBe('"1"')
    expect(fake.sent[1]?.body).toContain('"stage":"Beta!"')
  })

  it('reads and sends once more after 412', async () => {
    const fake = clientWith([read('Beta', '"1"'), changed(), read('Live', '"2"'), json({})])
    await edit(fake)
    expect(fake.sent[3]?.headers.get('if-match')).toBe('"2"')
    expect(fake.sent[3]?.body).toContain('"stage":"Live!"')
  })

  it('throws a second 412, and another error at once', async () => {
    const twice = clientWith([read('', '"1"'), changed(), read('', '"2"'), changed()])
    await expect(edit(twice)).rejects.toMatchObject({ status: 412 })
    const conflict = clientWith([read('', '"1"'), new Response('', { status: 409 })])
    await expect(edit(conflict)).rejects.toMatchObject({ status: 409 })
  })

  it('sends nothing when the read has no ETag', async () => {
    const fake = clientWith([json({})])
    await expect(edit(fake)).rejects.toThrow('getProject returned no ETag')
  })
})
