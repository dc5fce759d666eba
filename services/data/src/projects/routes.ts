import { ProjectDetails, ProjectsReply } from './reply.ts'
import type { ResponseCache } from '@landscape/http/responses/prepared-response'
import { route, type Route } from '@landscape/http/route/route'
import { projectPage } from './page.ts'
import { projectsPage } from './list-page.ts'
import { z } from 'zod'
import { DirectorateQuery } from '../timeline/directorate-query.ts'
import {
  createJsonResponder,
  createPageResponder,
  frameOf,
  LANDSCAPE_PAGE,
  LANDSCAPE_READ,
  slugParams,
} from '../reads/responders.ts'
import { stagesOf } from '../join/project-index.ts'
import { listProjects } from './list-projects.ts'
import { type ListDeps, projectListRoutes } from './list-routes.ts'
import { createProjectReader, type ProjectSources, type ReadProject } from './read-project.ts'

type ProjectDeps = ProjectSources & ListDeps

const ONE = {
  params: slugParams('harbour-berths'),
  query: z.object({ directorate: DirectorateQuery }),
  codes: ['not-found'],
} as const

/** The projects of the landscape, and one of them, each with its page. */
export function projectRoutes(deps: ProjectDeps): Route[] {
  const read = createProjectReader(deps)
  return [
    ...projectListRoutes(deps, {
      path: '/projects',
      name: 'LandscapeProjects',
      summary: 'Projects with their technologies and repositories, as numbers',
      description: 'Joins the projects, the radar and the repositories.',
      reply: ProjectsReply,
      first: { sort: 'name', position: ['harbour berths', 'harbour-berths'] },
      list: listProjects,
      page: (reply, page, frame, { landscape, trends }) =>
        projectsPage(reply, { ...page, stages: stagesOf(landscape), trends }, frame),
    }),
    dataRoute(read, deps.cache),
    pageRoute(read, deps.cache),
  ]
}

function dataRoute(read: ReadProject, cache: ResponseCache): Route {
  const respond = createJsonResponder<ProjectDetails>(cache)
  return route({
    ...LANDSCAPE_READ,
    ...ONE,
    path: '/api/projects/:slug',
    id: 'getLandscapeProject',
    tag: 'Landscape',
    summary: 'One project: its technologies, dependencies, findings and missing parts',
    description:
      'Accepts a slug or a name, in any case. A 404 names up to three similar projects in `similar`. A number at the ' +
      'end of a slug changes when an earlier project with an equal slug is deleted. Anonymous callers get public repositories, and contacts as in `/api/csv`.',
    reply: ProjectDetails,
    async handle({ params: { slug }, query: { directorate }, ...call }) {
      const { load, ...found } = await read(slug, directorate)
      const build = async (isSignedIn: boolean) => (await load(isSignedIn)).details
      return respond(call, { ...found, build })
    },
  })
}

function pageRoute(read: ReadProject, cache: ResponseCache): Route {
  const respondWithPage = createPageResponder(cache)
  return route({
    ...LANDSCAPE_PAGE,
    ...ONE,
    path: '/projects/:slug',
    id: 'showLandscapeProject',
    summary: 'Page of one project',
    description: 'Accepts a slug or a name.',
    async handle({ params: { slug }, query: { directorate }, ...call }) {
      const { load, ...found } = await read(slug, directorate || undefined)
      return respondWithPage(call, {
        ...found,
        build: async (isSignedIn, mayReview) => {
          const { details, landscape } = await load(isSignedIn)
          return projectPage(details, { isSignedIn }, frameOf(landscape, isSignedIn, mayReview))
        },
      })
    },
  })
}
