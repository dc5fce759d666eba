import type { Seat } from '@landscape/contracts'

/**
 * The seats of a team's members. Seats are matched by the id of the assignee, since a login can be
 * renamed; a seat without assignee is nobody's.
 */
export function teamSeats(seats: readonly Seat[], memberIds: ReadonlySet<number>): Seat[] {
  return seats.filter((seat) => {
    const id = assigneeId(seat)
    return id !== undefined && memberIds.has(id)
  })
}

/** Id of the person to whom a seat is assigned; upstream it may be null. */
export function assigneeId({ assignee }: Seat): number | undefined {
  if (typeof assignee !== 'object' || assignee === null || !('id' in assignee)) return undefined
  return typeof assignee.id === 'number' ? assignee.id : undefined
}
