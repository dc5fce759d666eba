import { setTimeout as sleep } from 'node:timers/promises'
import type { OnS3 } from '../stage.ts'

export const WRITERS = 4
/** Projects per owner, below the limit of the registry. */
const PROJECTS_EACH = 50

export type Writers = ReturnType<typeof createWriters>

/** Registers projects from `begin` on and records the acknowledged ones with their time. */
export function createWriters({ client, issuer }: OnS3) {
  const acknowledged = new Map<string, number>()
  const headers = new Map<string, Record<string, string>>()
  const stopped = new AbortController()
  const headersOf = (email: string) => {
    const known = headers.get(email) ?? issuer.headersFor({ email, groups: [] })
    headers.set(email, known)
    return known
  }
  async function write(writer: number): Promise<void> {
    for (let n = 0; !stopped.signal.aborted; n++) {
      const email = `drill-${writer}-${Math.floor(n / PROJECTS_EACH)}@acme.example`
      const name = `Drill ${writer} ${n}`
      const project = { user: [{ email, roles: [] }], details: [{ name }] }
      const response = await client
        .post('/api/v1/projects', project, headersOf(email))
        .catch(() => undefined)
      if (response?.status === 201) acknowledged.set(name, Date.now())
      else await sleep(100)
    }
  }
  let writing: Promise<unknown> = Promise.resolve()
  return {
    acknowledged,
    begin() {
      writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
    },
    async stop() {
      stopped.abort()
      await writing
    },
    /** Returns the names of the projects that the API returns to their owners. */
    async storedNames(): Promise<Set<string>> {
      const found = new Set<string>()
      for (const email of headers.keys()) {
        const own = issuer.headersFor({ email, groups: [] })
        const { status, text, json } = await client.get('/api/v1/projects', own)
        // This owner has lost all projects.
        if (status === 404) continue
        if (status !== 200) throw new Error(`GET /api/v1/projects: ${status} ${text}`)
        for (const { details } of json() as { details: { name: string }[] }[]) {
          found.add(details[0]?.name ?? '')
        }
      }
      return found
    },
  }
}
