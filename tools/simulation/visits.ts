import { createRandom, type Random } from '@landscape/dev/random'
import type { TokenIssuer } from '@landscape/dev/identity-provider'
import type { Ask } from '../load/ask.ts'
import { createCounted, type Edits } from '../load/counted.ts'
import { projectPart } from '../load/parts.ts'
import type { Role } from './working-day.ts'

/** What visitors share. */
export interface VisitDeps {
  ask: Ask
  issuer: TokenIssuer
  edits: Edits
  /** How many projects there are; each is owned by the person of its number. */
  projects: number
  repositories: number
  /** Thinks, or reads what is there. */
  think: (random: Random) => Promise<void>
}

/** Looks at the end of the day whether what a visitor left is still there. */
export type LastLook = () => Promise<void>
type Visitor = (number: number, random: Random, deps: VisitDeps) => Promise<LastLook>
const nothingLeft: LastLook = async () => {}

/** Spreads consecutive numbers over all projects: a prime, so that no two share one. */
const SPREAD = 7_919
const STATISTICS_DAYS = 365
/** As browsers do. */
const COMPRESSED = { 'accept-encoding': 'gzip, deflate, br' }

const VISITORS: Readonly<Record<Role, Visitor>> = { reader, editor, reviewer, usage }

/** One visit, from the first page to the last. */
export async function visit(
  { role, number }: { role: Role; number: number },
  deps: VisitDeps,
): Promise<LastLook> {
  return VISITORS[role](number, createRandom(`${role} ${number}`), deps)
}

/** Looks around, without signing in. */
async function reader(_number: number, random: Random, { ask, repositories, think }: VisitDeps) {
  const named = Array.from({ length: 20 }, () => `repository-${random.int(0, repositories - 1)}`)
  const day = new Date(Date.UTC(2025, 0, random.int(1, STATISTICS_DAYS))).toISOString()
  const paths = [
    '/',
    '/api/banners',
    '/api/tech-radar/json',
    `/api/json?datetime=${day}`,
    ...(random.chance(0.4) ? [`/api/repository/project/json?repositories=${named.join(',')}`] : []),
    ...(random.chance(0.3) ? ['/api/languages/svg'] : []),
    ...(random.chance(0.25) ? ['/api/csv'] : []),
  ]
  for (const path of paths) {
    await ask('GET', path, COMPRESSED)
    await think(random)
  }
  return nothingLeft
}

/** Finds an own project and edits it once, or a few times. */
async function editor(number: number, random: Random, deps: VisitDeps) {
  const { ask, issuer, edits, think } = deps
  const index = (number * SPREAD) % deps.projects
  const email = `p${index}@acme.example`
  const token = { authorization: `Bearer ${issuer.idToken({ email, groups: [] })}` }
  const headers = () => token
  const own = { name: `Project ${index}`, email, exists: true, headers, ask }
  const project = createCounted(projectPart(own), edits)
  await ask('GET', '/api/v1/projects', token)
  for (let left = random.int(1, 3); left > 0; left--) {
    await think(random)
    await project.edit()
    await project.look()
  }
  return project.close
}

/** Looks through the lists, and announces something. */
async function reviewer(number: number, random: Random, { ask, issuer, edits, think }: VisitDeps) {
  const headers = issuer.headersFor({
    email: `reviewer-${number}@acme.example`,
    groups: ['admin', 'reviewer'],
  })
  const message = `Announcement ${number} of the day`
  const missing = (text: string) => !text.includes(`"${message}"`)
  await ask('GET', '/admin/api/array-data', headers)
  await think(random)
  const announcement = { message, pages: ['radar'] }
  const isStored = await ask('POST', '/admin/api/banners/update', headers, announcement)
  if (!isStored) return nothingLeft
  edits.acknowledged.push(message)
  const shown = await ask('GET', '/api/banners')
  if (shown && !shown.headers['warning'] && missing(shown.text)) edits.older.push(message)
  return async () => {
    const last = await ask('GET', '/api/banners')
    if (!last || missing(last.text)) edits.lost.push(message)
  }
}

/** Looks at how the assistant is used. */
async function usage(number: number, random: Random, { ask, issuer, think }: VisitDeps) {
  const headers = issuer.headersFor({ email: `leader-${number}@acme.example`, groups: [] })
  for (const path of ['/assistant/api/org/historic', '/assistant/api/org/svg']) {
    await ask('GET', path, headers)
    await think(random)
  }
  return nothingLeft
}
