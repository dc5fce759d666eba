import type { Seat } from '@landscape/contracts/assistant'

/** The seats of a team's members, matched by the assignee's id because logins can change. */
export function teamSeats(seats: readonly Seat[], memberIds: ReadonlySet<number>): Seat[] {
  return seats.filter((seat) => {
    const id = assigneeId(seat)
    return id !== undefined && memberIds.has(id)
  })
}

/** Id of the assignee, which the host may leave null. */
export function assigneeId({ assignee }: Seat): number | undefined {
  if (typeof assignee !== 'object' || assignee === null || !('id' in assignee)) return undefined
  return typeof assignee.id === 'number' ? assignee.id : undefined
}
