import { createRandom, type Random } from '@landscape/dev/random'
import type { TokenIssuer } from '@landscape/dev/identity-provider'
import type { Send } from '../load/sender.ts'
import { createCounted, type Edits } from '../load/counted.ts'
import { projectPart } from '../load/parts.ts'
import type { Role } from './working-day.ts'

/** Shared by all visitors. */
export interface VisitDeps {
  send: Send
  issuer: TokenIssuer
  edits: Edits
  /** Number of projects; person n owns project n. */
  projects: number
  repositories: number
  /** Waits between two requests. */
  think: (random: Random) => Promise<void>
}

/** Checks at the end of the day that the edits of a visitor are stored. */
export type FinalCheck = () => Promise<void>
type Visitor = (number: number, random: Random, deps: VisitDeps) => Promise<FinalCheck>
const nothingToCheck: FinalCheck = async () => {}

/** Spreads consecutive numbers over all projects: a prime, so that two numbers share no project. */
const SPREAD = 7_919
const STATISTICS_DAYS = 365
/** The encodings of browsers. */
const COMPRESSED = { 'accept-encoding': 'gzip, deflate, br' }

const VISITORS: Readonly<Record<Role, Visitor>> = { reader, editor, reviewer, usage }

/** Makes all requests of one visit. */
export async function visit(
  { role, number }: { role: Role; number: number },
  deps: VisitDeps,
): Promise<FinalCheck> {
  return VISITORS[role](number, createRandom(`${role} ${number}`), deps)
}

/** Reads public pages anonymously. */
async function reader(_number: number, random: Random, { send, repositories, think }: VisitDeps) {
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
    await send('GET', path, COMPRESSED)
    await think(random)
  }
  return nothingToCheck
}

/** Edits the caller's project one to three times. */
async function editor(number: number, random: Random, deps: VisitDeps) {
  const { send, issuer, edits, think } = deps
  const index = (number * SPREAD) % deps.projects
  const email = `p${index}@acme.example`
  const token = { authorization: `Bearer ${issuer.idToken({ email, groups: [] })}` }
  const headers = () => token
  const own = { name: `Project ${index}`, email, exists: true, headers, send }
  const project = createCounted(projectPart(own), edits)
  await send('GET', '/api/v1/projects', token)
  for (let left = random.int(1, 3); left > 0; left--) {
    await think(random)
    await project.edit()
    await project.check()
  }
  return project.close
}

/** Reads the technology lists and adds a banner. */
async function reviewer(number: number, random: Random, { send, issuer, edits, think }: VisitDeps) {
  const headers = issuer.headersFor({
    email: `reviewer-${number}@acme.example`,
    groups: ['admin', 'reviewer'],
  })
  const message = `Announcement ${number} of the day`
  const missing = (text: string) => !text.includes(`"${message}"`)
  await send('GET', '/admin/api/array-data', headers)
  await think(random)
  const announcement = { message, pages: ['radar'] }
  const isStored = await send('POST', '/admin/api/banners/update', headers, announcement)
  if (!isStored) return nothingToCheck
  edits.acknowledged.push(message)
  const shown = await send('GET', '/api/banners')
  if (shown && !shown.headers['warning'] && missing(shown.text)) edits.older.push(message)
  return async () => {
    const last = await send('GET', '/api/banners')
    if (!last || missing(last.text)) edits.lost.push(message)
  }
}

/** Reads the usage of the assistant. */
async function usage(number: number, random: Random, { send, issuer, think }: VisitDeps) {
  const headers = issuer.headersFor({ email: `leader-${number}@acme.example`, groups: [] })
  for (const path of ['/assistant/api/org/historic', '/assistant/api/org/svg']) {
    await send('GET', path, headers)
    await think(random)
  }
  return nothingToCheck
}
