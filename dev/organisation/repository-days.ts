import { isWeekend } from './calendar.ts'
import { pullRequests } from './pull-requests.ts'
import { createRandom, type Random } from './random.ts'
import { repositories } from './repositories.ts'

/** The first day with review times in the rows of repositories. */
const REVIEW_TIMES_SINCE = '2026-09-25'
const FIRST_ID = 5001
/** Activity on a day of the weekend, compared with another day. */
const WEEKEND_SHARE = 0.1

/** Repositories in which people work, and the probability of pull requests on a working day. */
const ACTIVE = repositories().repositories.flatMap(({ name, visibility, ...repository }, index) =>
  repository.is_archived || repository.last_commit === null
    ? []
    : [
        {
          identity: { repo_id: FIRST_ID + index, repo_name: name, repo_visibility: visibility },
          share: createRandom(`work in ${name}`).int(1, 14) / 100,
        },
      ],
)

/** Returns the row of each repository with activity on a day, without its owner. */
export function repositoryDay(day: string) {
  const factor = isWeekend(day) ? WEEKEND_SHARE : 1
  return ACTIVE.flatMap(({ identity, share }) => {
    const random = createRandom(`pull requests in ${identity.repo_name} on ${day}`)
    if (!random.chance(share * factor)) return []
    const created = random.int(1, 6)
    const bounds = { created, createdByCopilot: created >> 1, reviewedByCopilot: created }
    const pull_requests = pullRequests(random, bounds)
    if (pull_requests.total_created === 0) return []
    const row = { day, ...identity, pull_requests }
    if (day < REVIEW_TIMES_SINCE) return [row]
    return [{ ...row, pull_request_review_times: reviewTimes(pull_requests.total_merged, random) }]
  })
}

/** Minutes of the steps of a review; empty without a merged pull request. */
function reviewTimes(merged: number, random: Random) {
  if (merged === 0) return []
  const steps = ['ready_to_first_review', 'first_to_final_review', 'final_review_to_merge']
  const times = steps.flatMap((step) => {
    const median = random.int(16, 4_000) / 16
    return [
      [`median_minutes_${step}`, median],
      [`p90_minutes_${step}`, median * random.int(1, 4)],
    ] as const
  })
  const by = { authored_by: 'human', reviewed_by: 'human' }
  return [{ ...by, total_merged: merged, ...Object.fromEntries(times) }]
}
