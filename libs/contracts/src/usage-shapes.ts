import { z } from 'zod'

/** Usage of code assistants in the API description. */

const count = z.int().min(0).optional()
const engaged = { total_engaged_users: count }

const Model = z
  .looseObject({
    name: z.string(),
    is_custom_model: z.boolean().optional(),
    custom_model_training_date: z.string().nullish(),
    ...engaged,
    total_chats: count,
    total_chat_insertion_events: count,
    total_chat_copy_events: count,
    total_pr_summaries_created: count,
    languages: z
      .array(
        z.looseObject({
          name: z.string(),
          ...engaged,
          total_code_suggestions: count,
          total_code_acceptances: count,
          total_code_lines_suggested: count,
          total_code_lines_accepted: count,
        }),
      )
      .optional(),
  })
  .meta({ id: 'UsageOfModel' })

const named = z.looseObject({
  name: z.string(),
  ...engaged,
  models: z.array(Model).optional(),
})
const languages = z.array(z.looseObject({ name: z.string(), ...engaged })).optional()

/** Ways to use the assistant, in the order in which they are shown. */
export const SURFACES = ['completions', 'chat', 'agent', 'cli', 'app', 'code_review'] as const
export type Surface = (typeof SURFACES)[number]

/** Use of the assistant on one day; members that are not known are absent. */
export const UsageActivity = z
  .looseObject({
    people: z.int().min(0).meta({ description: "people with a row in the users' report" }),
    members: count.meta({ description: 'members of the team; absent for the organisation' }),
    surfaces: z
      .looseObject({
        completions: count,
        chat: count,
        agent: count,
        cli: count,
        app: count,
        code_review: count,
      })
      .meta({ description: 'people by surface; one person counts in each used surface' }),
    other_features: z
      .record(z.string(), z.int().min(0))
      .optional()
      .meta({ description: 'people by feature without a surface, as the host names it' }),
    interactions: count,
    lines_added: count,
    credits: z.number().min(0).optional().meta({
      description: 'AI credits as reported for users, decimal; not the billed credits',
    }),
    people_with_credits: z.int().min(0).meta({
      description: 'people whose credits are included in `credits`',
    }),
  })
  .meta({ id: 'UsageActivity' })
export type UsageActivity = z.infer<typeof UsageActivity>

export const DayShape = z
  .looseObject({
    date: z.string(),
    total_active_users: count,
    ...engaged,
    copilot_ide_chat: z.looseObject({ ...engaged, editors: z.array(named).optional() }),
    copilot_ide_code_completions: z.looseObject({
      ...engaged,
      languages,
      editors: z.array(named).optional(),
    }),
    copilot_dotcom_chat: z
      .looseObject({ ...engaged, models: z.array(Model).optional() })
      .optional(),
    copilot_dotcom_pull_requests: z
      .looseObject({ ...engaged, repositories: z.array(named).optional() })
      .optional(),
    incomplete: z.boolean().optional().meta({
      description: "true when the users' report lacks at most 2 % of the active people",
    }),
    activity: UsageActivity.optional(),
    report: z
      .looseObject({})
      .optional()
      .meta({ description: 'report of the host from which the other members are derived' }),
  })
  .meta({
    id: 'DayObject',
    description: 'Usage on one day. Unknown numbers are absent.',
  })

export const TeamShape = z
  .looseObject({
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    url: z.string(),
  })
  .meta({ id: 'Team', description: 'A team at the source-control host.' })

/** Other programs store an absent description as null. */
export const TeamHistoryShape = z.looseObject({
  team: TeamShape.extend({ description: z.string().nullable() }),
  data: z.array(DayShape),
})

export const SeatShape = z
  .looseObject({
    created_at: z.string().meta({ description: 'ISO 8601' }),
    updated_at: z.string().nullish(),
    pending_cancellation_date: z.string().nullish(),
    last_activity_at: z.string().nullish(),
    last_activity_editor: z.string().nullish(),
    assignee: z
      .looseObject({
        id: z.number(),
        login: z.string(),
        avatar_url: z.string().optional(),
        type: z.string().optional(),
      })
      .nullish()
      .meta({ description: 'null when the seat is unassigned' }),
  })
  .meta({ id: 'Seat', description: 'A seat at the source-control host.' })
