import { z } from 'zod'

/**
 * `audit-tool/new_project_data.json`. Elements stay unknown on purpose: the web client stores `""`
 * or `[]` for a section that was skipped, so every reader has to look before it reads.
 */
export const ProjectsDocument = z
  .looseObject({ projects: z.array(z.unknown()).optional() })
  .meta({ id: 'ProjectsDocument' })
export type ProjectsDocument = z.infer<typeof ProjectsDocument>
