import type { Documents as Opened } from '@landscape/documents'

/** The documents of the assistant service; it changes all but the seats and teams. */
export const NAMES = [
  'seats',
  'organisationHistory',
  'teamsHistory',
  'teams',
  'adminTeams',
  'usedStates',
  'settledDays',
  'lastRun',
] as const

export type Documents = Opened<(typeof NAMES)[number]>
