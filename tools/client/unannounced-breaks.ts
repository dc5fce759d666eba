import { findBreakingChanges, type BreakingChange } from './breaking-changes.ts'

/** Breaking changes whose operation the changelog does not name under "Breaking" of its first version. */
export function unannouncedBreaks(
  before: unknown,
  after: unknown,
  changelog: string,
): BreakingChange[] {
  const unreleased = changelog.split(/^## /m)[1] ?? ''
  const breaking =
    unreleased.split(/^### /m).find((section) => section.startsWith('Breaking')) ?? ''
  return findBreakingChanges(before, after).filter(
    ({ operationId }) => !breaking.includes(`\`${operationId}\``),
  )
}
