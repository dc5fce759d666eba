import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@jest/globals'
import { createIdentitySigner, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import { dataService, SECRET } from '../../services/data/test/data-service.ts'
import { at, list, string, type Stored } from './json.ts'
import { defaultDirectorate, enabledDirectorates, type Directorate } from './radar.ts'
import { count, type Count } from './technologies.ts'

/** One landscape as a directorate sees it: the documents, counted again, and what the service returns. */
export interface View {
  stored: Stored
  counted: Count
  /** Id of a directorate other than the default one. */
  directorate: string | null
  /** Whether the reader sees private repositories. */
  isSignedIn: boolean
  projects: readonly Project[]
  /** The body of a response. */
  read: <T>(path: string) => Promise<T>
  /** All rows of a list. */
  rows: <T>(path: string) => Promise<T[]>
}
interface Project {
  name: string
  programme: string
}

/** Opens the service over stored documents, for anonymous and signed-in readers and for each enabled directorate. */
export async function withViews(stored: Stored, check: (view: View) => Promise<void>) {
  const present = Object.fromEntries(Object.entries(stored).filter(([, value]) => value))
  const { app, keepMonths } = await dataService(present)
  await keepMonths()
  const server = createServer(app).listen(0)
  // A recount between two requests can take longer than a server waits.
  server.keepAliveTimeout = 0
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    await check(viewOf(stored, origin, {}))
    for (const directorate of [undefined, ...enabledDirectorates(stored)])
      await check(viewOf(stored, origin, { directorate, identity: await signedIn() }))
  } finally {
    server.close().closeAllConnections()
  }
}

/** The identity of a reader who sees private repositories. */
export function signedIn(): Promise<string> {
  const identity = { subject: 'kim', email: 'kim@acme.example', groups: [] }
  return createIdentitySigner(SECRET).sign(identity, 'data')
}

interface Reader {
  directorate?: Directorate | undefined
  identity?: string
}

function viewOf(stored: Stored, origin: string, { directorate, identity }: Reader): View {
  const get = async (path: string, accept: string) => {
    const url = new URL(path, origin)
    // Ids and names are accepted.
    const wanted = path.length % 2 === 0 ? directorate?.name : directorate?.id
    if (directorate) url.searchParams.set('directorate', String(wanted))
    const response = await fetch(url, {
      headers: { accept, ...(identity !== undefined && { [IDENTITY_HEADER]: identity }) },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${url.href}: ${text}`)
    return text
  }
  const isDefault = !directorate || directorate.id === defaultDirectorate(stored).id
  return {
    stored,
    counted: count(stored, directorate),
    directorate: isDefault ? null : String(directorate.id),
    isSignedIn: identity !== undefined,
    projects: list(at(stored.projects, 'projects')).map((one) => ({
      name: string(at(one, 'details', 0, 'name')),
      programme: string(at(one, 'details', 0, 'programme_name')),
    })),
    read: async (path) => JSON.parse(await get(path, 'application/json')),
    async rows(path) {
      const lines = (await get(path, 'application/x-ndjson')).split('\n').filter(Boolean)
      return lines.map((line) => JSON.parse(line))
    },
  }
}

/** Expects equal lines in any order. */
export function expectSame(found: readonly string[], expected: readonly string[]): void {
  expect(found.toSorted()).toEqual(expected.toSorted())
}
