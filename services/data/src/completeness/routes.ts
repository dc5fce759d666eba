import { CompletenessReply, MISSING, MISSING_RULES } from '@landscape/contracts/project-replies'
import type { Route } from '@landscape/http/route/route'
import { completenessPage } from '@landscape/views/landscape/completeness-page'
import { stagesOf } from '../projects/list-projects.ts'
import { projectListRoutes, type ListDeps } from '../projects/list-routes.ts'
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
    page: (reply, page, frame, { landscape }) =>
      completenessPage(reply, { ...page, stages: stagesOf(landscape) }, frame),
  })
}
