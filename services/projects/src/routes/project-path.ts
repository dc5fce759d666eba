import { z } from 'zod'
import { pathSegment } from '@landscape/contracts/url-with'

/** The base path of projects. */
export const PROJECTS_PATH = '/api/v1/projects'

/** The path of a project. */
export function projectPath(name: string): string {
  return `${PROJECTS_PATH}/${pathSegment(name)}`
}

/** Path parameter of one project. */
export const ProjectName = z.object({
  project_name: z
    .string()
    .max(8_000, 'Project name is too long')
    .meta({
      description: 'details[0].name, percent-encoded',
      param: { example: 'Harbour Berths' },
    }),
})
