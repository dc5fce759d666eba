import type { Send } from './sender.ts'
import type { Part } from './counted.ts'

interface AuthorOptions {
  name: string
  /** Current credentials of the author. */
  headers: () => Record<string, string>
  send: Send
}

/**
 * Creates a part for the description of a project.
 *
 * @param exists `false` if the first edit registers the project
 */
export function projectPart({
  name,
  email,
  exists,
  headers,
  send,
}: AuthorOptions & { email: string; exists: boolean }): Part {
  const path = `/api/v1/projects/${encodeURIComponent(name)}`
  let isRegistered = exists
  return {
    name,
    async write(text) {
      const project = { user: [{ email }], details: [{ name, project_description: text }] }
      const response = isRegistered
        ? await send('PUT', path, headers(), project)
        : await send('POST', '/api/v1/projects', headers(), project)
      isRegistered ||= response !== undefined
      return response !== undefined
    },
    read: () => send('GET', path, headers()),
  }
}

/** Creates a part for the message of a banner; the first edit adds the banner. */
export function bannerPart({ name, headers, send }: AuthorOptions): Part {
  let id: string | undefined
  let added: string | undefined
  /** The service assigns the ids of banners. */
  const idOfAdded = async () => {
    const all = await send('GET', '/admin/api/banners', headers())
    const { messages = [] } = (all?.json() ?? {}) as {
      messages?: { id: string; message: string }[]
    }
    return messages.find(({ message }) => message === added)?.id
  }
  return {
    name,
    async write(text) {
      if (added !== undefined && id === undefined) {
        id = await idOfAdded()
        if (id === undefined) return false
      }
      const banner = { message: text, pages: ['radar'], ...(id !== undefined && { id }) }
      const response = await send('POST', '/admin/api/banners/update', headers(), banner)
      if (response) added ??= text
      return response !== undefined
    },
    read: () => send('GET', '/api/banners'),
  }
}

/** Creates a part for the description of a radar entry; the first edit adds the entry. */
export function radarPart({ name, headers, send }: AuthorOptions): Part {
  const id = `tech-${name.toLowerCase().replaceAll(' ', '-')}`
  const position = { moved: 0, ringId: 'assess', date: '2026-01-10', description: 'For review' }
  const entry = {
    id,
    title: name,
    key: id,
    url: '#',
    quadrant: '1',
    links: [],
    timeline: [position],
  }
  return {
    name,
    async write(text) {
      const entries = [{ ...entry, description: text }]
      return (
        (await send('POST', '/review/api/tech-radar/update', headers(), { entries })) !== undefined
      )
    },
    read: () => send('GET', '/api/tech-radar/json'),
  }
}
