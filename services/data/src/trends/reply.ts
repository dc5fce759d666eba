import { z } from 'zod'
import { Finding } from '../drift/reply.ts'
import { ProjectRow } from '../projects/reply.ts'
import { TrendsReply } from '../reads/reply.ts'

/** Number of findings and of projects that a programme's reply repeats. */
export const TO_DO = 20

/** The counts of months, and today's, which have a list each. */
export const TrendsList = TrendsReply.extend({
  today: z
    .object({
      projects: z.int(),
      onHoldInUse: z.int(),
      notOnRadar: z.int(),
      missing: z.int(),
      drift: z.int(),
    })
    .meta({ description: 'the present numbers for the caller, with the rings of the directorate' }),
  toDo: z
    .object({ findings: z.array(Finding), projects: z.array(ProjectRow) })
    .nullable()
    .meta({
      description:
        `of a programme the first ${TO_DO} findings and projects that lack something; ` +
        '`listDrift` and `listIncompleteProjects` have all',
    }),
})
export type TrendsList = z.infer<typeof TrendsList>
