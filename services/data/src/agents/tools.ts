import { AdvisedNames, RING_MEANINGS } from './reply.ts'
import type { Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { ownMember } from '@landscape/contracts/json'

/** A read that agents may call. */
export interface Tool {
  name: string
  description: string
  route: Route
  /** Its arguments: query parameters of the route, and `name` for the slug in its path. */
  input: z.ZodObject<{ name: z.ZodType<string> }>
}

interface ToolSpec extends Pick<Tool, 'name' | 'description'> {
  /** Id of the operation. */
  operation: string
  /** Query parameters of the operation that are arguments. */
  query?: readonly string[]
  own?: Readonly<Record<string, z.ZodType>>
}

const Name = z
  .string('name is required')
  .trim()
  .min(1, 'name is required')
  .max(200, 'name is longer than 200 characters')
const directorate = z
  .string('directorate is not a string')
  .max(200, 'directorate is longer than 200 characters')
  .optional()
  .describe('id or name of a directorate, whose rings apply')
const RINGS = Object.entries(RING_MEANINGS).map(([ring, meaning]) => `${ring}: ${meaning}`)

const TOOLS: readonly ToolSpec[] = [
  {
    name: 'check_technologies',
    operation: 'getAdvice',
    own: { names: AdvisedNames.describe('names of technologies') },
    description:
      'Whether the organisation recommends technologies: the ring of up to 50 names, its meaning and reason, the ' +
      `entry to use instead, and adopted ones of the quadrant. ${RINGS.join(' ')} A ring of null: it is not ` +
      'assessed, so ask first. lookAlikes are other technologies. A result has room for a dozen names: call again ' +
      'with those that it leaves out.',
  },
  {
    name: 'search_landscape',
    operation: 'searchLandscape',
    query: ['q'],
    description:
      'Finds technologies, projects, programmes, radar entries and repositories by words.',
  },
  {
    name: 'get_technology',
    operation: 'getTechnology',
    own: { name: Name.describe('name, alias or slug') },
    description:
      'One technology: its ring, moves, projects and repositories. Rings as in check_technologies.',
  },
  {
    name: 'get_project',
    operation: 'getLandscapeProject',
    own: { name: Name.describe('name or slug') },
    description:
      'One project: technologies with their rings, dependencies, repositories, findings, what it lacks.',
  },
  {
    name: 'list_drift',
    operation: 'listDrift',
    query: ['kind', 'programme', 'technology', 'project'],
    description:
      'Differences between the radar and what projects use, such as technologies on hold that are in use. ' +
      'A name that nothing has gives no finding.',
  },
  {
    name: 'recent_moves',
    operation: 'listMoves',
    query: ['since', 'until', 'ring', 'quadrant'],
    description: 'Entries added to the radar or moved to another ring, newest first.',
  },
]

/**
 * The tools over the routes of a service, by name.
 *
 * @throws Error when a route is missing
 */
export function toolsOver(routes: readonly Route[]): ReadonlyMap<string, Tool> {
  const tools = TOOLS.map(({ name, description, operation, query = [], own }) => {
    const route = routes.find(({ id }) => id === operation)
    if (!(route?.query instanceof z.ZodObject)) throw new Error(`${operation} has no query`)
    const { shape } = route.query
    const picked = Object.fromEntries(
      query.map((parameter) => [parameter, ownMember(shape, parameter)]),
    )
    const input = z.strictObject({ ...own, ...picked, directorate }) as unknown as Tool['input']
    return { name, description, route, input }
  })
  return new Map(tools.map((tool) => [tool.name, tool]))
}
