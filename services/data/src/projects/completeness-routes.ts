import { CompletenessReply, MISSING, MISSING_RULES } from './reply.ts'
import type { Route } from '@landscape/http/route/route'
import { completenessPage } from './completeness-page.ts'
import { stagesOf } from '../join/project-index.ts'
import { projectListRoutes, type ListDeps } from './list-routes.ts'
import { completenessOf } from './completeness.ts'

/** The projects that lack something. */
export function completenessRoutes(deps: ListDeps): Route[] {
  return projectListRoutes(deps, {
    path: '/completeness',
    name: 'IncompleteProjects',
    summary: 'Missing parts of projects, by rule and by programme',
    description:
      'The projects that fail a rule, those that fail most of them first. ' +
      `${MISSING.map((rule) => `\`${rule}\`: ${MISSING_RULES[rule]}.`).join(' ')} ` +
      'Only `no-description` applies to retired projects.',
    reply: CompletenessReply,
    first: { sort: '-missing', position: [1, 'harbour-berths'] },
    list: completenessOf,
    page: (reply, page, frame, { landscape, trends }) =>
      completenessPage(reply, { ...page, stages: stagesOf(landscape), trends }, frame),
  })
}
