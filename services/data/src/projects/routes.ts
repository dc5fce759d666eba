import { DomainError } from '@landscape/contracts/errors/domain-error'
import { ProjectDetails, ProjectsReply } from '@landscape/contracts/project-replies'
import { audienceOf, respond } from '@landscape/http/responses/conditional-read'
import { prepareJson, type ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { createDomainFilter } from '../csv/columns.ts'
import { DirectorateQuery } from '../directorates/directorate-query.ts'
import type { ReadDrift } from '../drift/read-drift.ts'
import type { Landscape, Project } from '../join/landscape.ts'
import type { ReadLandscape } from '../join/read-landscape.ts'
import { filterProjects, listProjects } from './list-projects.ts'
import { EXAMPLE, projectListRoutes } from './list-routes.ts'
import { projectDetails } from './project.ts'
import { projectIndexOf, projectLink } from './project-index.ts'

interface ProjectDeps {
  readLandscape: ReadLandscape
  readDrift: ReadDrift
  /** E-mail domains that contacts may have; `*` = any. */
  contactDomains: readonly string[]
  /** Whether contacts are shown to anonymous callers. */
  openContacts: boolean
  cache: ResponseCache
}

const ONE = {
  params: z.object({
    slug: z
      .string()
      .max(200)
      .meta({ description: 'slug or name', param: { example: 'harbour-berths' } }),
  }),
  query: z.object({ directorate: DirectorateQuery }),
  codes: ['not-found'],
} as const

/** The projects of the landscape, and one of them, each with its page. */
export function projectRoutes(deps: ProjectDeps): Route[] {
  return [
    ...projectListRoutes(deps, {
      path: '/projects',
      name: 'LandscapeProjects',
      summary: 'Projects with the number of their technologies, repositories and dependents',
      description: 'Joins the projects, the radar and the repositories.',
      reply: ProjectsReply,
      order: 'name',
      list: listProjects,
    }),
    ...oneRoutes(deps),
  ]
}

function oneRoutes({ readDrift, contactDomains, openContacts, cache }: ProjectDeps): Route[] {
  const inDomain = createDomainFilter(contactDomains)
  const read = async (slug: string, directorate: string | undefined) => {
    const version = await readDrift(directorate)
    const detailsFor = async (isSignedIn: boolean) => {
      const drift = await version.load()
      const project = projectIndexOf(drift.landscape.projects).find(slug)
      if (!project) throw notFound(slug, drift.landscape)
      const mayShow = openContacts || isSignedIn ? inDomain : () => false
      return projectDetails(project, drift, { isSignedIn, mayShow })
    }
    return { version, detailsFor, name: ['project', slug, version.directorate.id] }
  }
  return [
    route({
      ...ONE,
      method: 'get',
      path: '/api/projects/:slug',
      id: 'getLandscapeProject',
      tag: 'Landscape',
      summary: 'One project: its technologies, dependencies, findings and missing parts',
      description:
        'Accepts a slug or a name. A number at the end of a slug changes when an earlier project with an equal slug is ' +
        'deleted. Anonymous callers get public repositories, and contacts as in `/api/csv`.',
      example: EXAMPLE_DETAILS,
      access: 'optional',
      strictQuery: true,
      conditional: 'read',
      compressed: true,
      reply: ProjectDetails,
      async handle({ params: { slug }, query: { directorate }, headers, queued, identity }) {
        const isForSignedIn = identity !== undefined
        const { version, detailsFor, name } = await read(slug, directorate)
        const { etag, staleSeconds } = version
        return cache.respond(
          { name: JSON.stringify([...name, isForSignedIn]), version: etag },
          queued,
          async () => prepareJson(await detailsFor(isForSignedIn)),
          (prepared) => respond(headers, prepared, { staleSeconds, ...audienceOf(isForSignedIn) }),
        )
      },
    }),
  ]
}

const EXAMPLE_DETAILS = projectDetails(
  EXAMPLE.projects[0] as Project,
  {
    landscape: EXAMPLE,
    findings: [],
    lookAlikes: () => [],
  },
  { isSignedIn: true, mayShow: () => true },
)

function notFound(slug: string, landscape: Landscape): DomainError {
  const similar = filterProjects(landscape, { q: slug.replaceAll('-', ' ') }).slice(0, MAX_SIMILAR)
  const links = similar.map((project) => {
    return { text: project.name, href: projectLink(project, landscape) }
  })
  return new DomainError('not-found', 'No project has this name', { extensions: { links } })
}
const MAX_SIMILAR = 5
