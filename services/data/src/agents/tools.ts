import { inSlices } from '@landscape/contracts/async/in-slices'
import type { Access } from '@landscape/http/route/route'
import { z } from 'zod'
import { DEFAULT_FINDINGS, DRIFT_FILTER, FIRST, listDrift } from '../drift/list-drift.ts'
import type { ReadDrift } from '../drift/read-drift.ts'
import type { ReadProject } from '../projects/read-project.ts'
import { PeriodQuery, type ReadMoves } from '../radar/read-moves.ts'
import { assertLegalFilter, type SimilarNames } from '../reads/legal-values.ts'
import { SearchQuery, type ReadSearch } from '../search/read-search.ts'
import type { ReadTechnology } from '../technologies/read-technology.ts'
import type { ReadAdvice } from './read-advice.ts'
import { AdvisedNames, RING_MEANINGS } from './reply.ts'

/** A version of a reply. */
interface Read {
  version: { etag: string; staleSeconds: number | undefined }
  build: (isSignedIn: boolean) => object | Promise<object>
}

/** A read that agents may call. */
export interface Tool {
  name: string
  description: string
  /** The callers that may call it. */
  access: Access
  /** The read of the API that has the complete reply; `:slug` is the argument `name`. */
  path: string
  input: z.ZodObject
  /** @throws DomainError `invalid-input` for a value that the landscape does not have; `not-found` */
  read: (given: never) => Promise<Read>
}

/** The functions that routes call as well. */
export interface ToolDeps {
  readAdvice: ReadAdvice
  readSearch: ReadSearch
  readDrift: ReadDrift
  similarNames: SimilarNames
  readTechnology: ReadTechnology
  readProject: ReadProject
  readMoves: ReadMoves
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

/** A tool whose arguments are those of its function. */
function tool<Shape extends z.ZodRawShape>(
  shape: Shape,
  {
    read,
    ...named
  }: Omit<Tool, 'input' | 'read'> & {
    read: (
      given: z.output<z.ZodObject<Shape & { directorate: typeof directorate }>>,
    ) => Promise<Read>
  },
): Tool {
  return { ...named, input: z.strictObject({ ...shape, directorate }), read }
}

/** The tools of agents. */
export function createToolList(deps: ToolDeps): readonly Tool[] {
  return [
    adviceTool(deps),
    searchTool(deps),
    ...detailTools(deps),
    driftTool(deps),
    movesTool(deps),
  ]
}

function adviceTool({ readAdvice }: ToolDeps): Tool {
  return tool(
    { names: AdvisedNames.describe('names of technologies') },
    {
      name: 'check_technologies',
      access: 'optional',
      path: '/api/advice',
      description:
        'Whether the organisation recommends technologies: the ring of up to 50 names, its meaning and reason, the ' +
        `entry to use instead, the planned ring, and adopted entries of the same section. ${RINGS.join(' ')} A null ring means ` +
        '"not assessed": ask first. lookAlikes are other technologies. A result has room for a dozen names: call again ' +
        'with those that it leaves out.',
      read: ({ names, directorate: wanted }) => readAdvice(names, wanted),
    },
  )
}

function searchTool({ readSearch }: ToolDeps): Tool {
  return tool(
    { q: SearchQuery.shape.q },
    {
      name: 'search_landscape',
      access: 'optional',
      path: '/api/search',
      description:
        'Finds technologies, projects, programmes, radar entries and repositories by words.',
      read: readSearch,
    },
  )
}

function detailTools({ readTechnology, readProject }: ToolDeps): Tool[] {
  return [
    tool(
      { name: Name.describe('name, alias or slug') },
      {
        name: 'get_technology',
        access: 'optional',
        path: '/api/technologies/:slug',
        description:
          'One technology: its ring, moves, projects and repositories. Rings as in check_technologies.',
        read: ({ name, directorate: wanted }) => readTechnology(name, wanted),
      },
    ),
    tool(
      { name: Name.describe('name or slug') },
      {
        name: 'get_project',
        access: 'optional',
        path: '/api/projects/:slug',
        description:
          'One project: technologies with their rings, dependencies, repositories, findings, what it lacks.',
        async read({ name, directorate: wanted }) {
          const { version, load } = await readProject(name, wanted)
          return { version, build: async (isSignedIn) => (await load(isSignedIn)).details }
        },
      },
    ),
  ]
}

function driftTool({ readDrift, similarNames }: ToolDeps): Tool {
  const { kind, programme, technology, project } = DRIFT_FILTER
  return tool(
    { kind, programme, technology, project },
    {
      name: 'list_drift',
      access: 'optional',
      path: '/api/drift',
      description:
        'Differences between the radar and what projects use, such as technologies in use that the radar advises against. ' +
        'An unknown name is an error that lists similar names.',
      async read({ directorate: wanted, ...filter }) {
        const version = await readDrift(wanted)
        const build = async (isSignedIn: boolean) => {
          const drift = await version.load()
          await assertLegalFilter(drift, filter, similarNames)
          const page = { sort: FIRST.sort, limit: DEFAULT_FINDINGS }
          return (await inSlices(listDrift(drift, filter, page, isSignedIn))).body
        }
        return { version, build }
      },
    },
  )
}

function movesTool({ readMoves }: ToolDeps): Tool {
  const { since, until, ring, quadrant } = PeriodQuery.shape
  return tool(
    { since, until, ring, quadrant },
    {
      name: 'recent_moves',
      access: 'public',
      path: '/api/tech-radar/changes',
      description: 'Entries added to the radar or moved to another ring, newest first.',
      read: readMoves,
    },
  )
}
