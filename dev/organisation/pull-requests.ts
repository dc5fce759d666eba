import type { Random } from './random.ts'

/** Upper bounds of a day's numbers. */
interface Bounds {
  created: number
  createdByCopilot: number
  reviewedByCopilot: number
}

/** Returns the numbers of pull requests of a day; each is at most the one that includes it. */
export function pullRequests(random: Random, bounds: Bounds) {
  const part = (total: number) => random.int(0, total)
  const created = part(bounds.created)
  const [reviewed, merged, suggestions] = [part(created), part(created), part(created * 3)]
  const [applied, ofCopilot] = [part(suggestions), part(suggestions)]
  const mergedOfCopilot = part(Math.min(merged, bounds.createdByCopilot))
  const mergedAfterReview = part(merged)
  const median = (name: string, ofMerged: number) =>
    ofMerged > 0 && { [`median_minutes_to_merge${name}`]: random.int(400, 40_000) / 16 }
  return {
    total_created: created,
    total_reviewed: reviewed,
    total_merged: merged,
    total_suggestions: suggestions,
    total_applied_suggestions: applied,
    total_created_by_copilot: Math.min(created, bounds.createdByCopilot),
    total_reviewed_by_copilot: Math.min(reviewed, bounds.reviewedByCopilot),
    total_merged_created_by_copilot: mergedOfCopilot,
    total_merged_reviewed_by_copilot: mergedAfterReview,
    total_copilot_suggestions: ofCopilot,
    total_copilot_applied_suggestions: part(Math.min(applied, ofCopilot)),
    ...median('', merged),
    ...median('_copilot_authored', mergedOfCopilot),
    ...median('_copilot_reviewed', mergedAfterReview),
  }
}
