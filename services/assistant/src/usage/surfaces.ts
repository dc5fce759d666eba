import { asRecord, type JsonRecord, ownMember } from '@landscape/contracts/json'
import { SURFACES, type Surface } from '@landscape/contracts/usage-shapes'
import {
  anyOf,
  breakdown,
  countIn,
  isAgent,
  isChat,
  isCli,
  isCompletion,
  positive,
  type Maybe,
  type ReportRow,
} from './report-rows.ts'

/** Whether a user used each surface; undefined when the row does not contain it. */
export type SurfaceUse = Readonly<Record<Surface, Maybe>>

/** Evidence in a user row that a surface was used. */
interface Evidence {
  /** Members that are true after deliberate use. */
  flags: readonly string[]
  /** Object with the sessions of the surface. */
  totals?: string
  /** Elements of `totals_by_feature`, and the counters that are above zero after deliberate use. */
  features?: {
    isOwn: (element: JsonRecord) => boolean
    counters: readonly string[]
    /** Whether every row with features contains those of the surface. */
    isExhaustive: boolean
  }
}

const INTERACTIONS = 'user_initiated_interaction_count'

/**
 * As the host defines its members in "Data available in Copilot usage metrics": the chat includes agent mode,
 * so that its users count in both. Suggestions that nobody accepted, and reviews that nobody requested, do
 * not count.
 */
const EVIDENCE: Readonly<Record<Surface, Evidence>> = {
  completions: {
    flags: [],
    features: {
      isOwn: isCompletion,
      counters: ['code_acceptance_activity_count'],
      isExhaustive: true,
    },
  },
  chat: {
    flags: ['used_chat'],
    features: { isOwn: isChat, counters: [INTERACTIONS], isExhaustive: true },
  },
  agent: {
    // The last one is the former name of the second.
    flags: ['used_agent', 'used_copilot_cloud_agent', 'used_copilot_coding_agent'],
    features: {
      isOwn: isAgent,
      counters: [INTERACTIONS, 'loc_added_sum', 'loc_deleted_sum'],
      isExhaustive: true,
    },
  },
  cli: {
    flags: ['used_cli'],
    totals: 'totals_by_cli',
    features: { isOwn: isCli, counters: [INTERACTIONS], isExhaustive: false },
  },
  app: { flags: ['used_copilot_app'], totals: 'totals_by_copilot_app' },
  code_review: { flags: ['used_copilot_code_review_active'] },
}

/** Whether the user of a row used each surface on its day. */
export function surfaceUse(row: ReportRow): SurfaceUse {
  return Object.fromEntries(
    SURFACES.map((surface) => [surface, isUsed(row, EVIDENCE[surface])]),
  ) as Record<Surface, Maybe>
}

/** The surfaces that the user of a row is known to have used. */
export function surfacesOf(row: ReportRow): Surface[] {
  const use = surfaceUse(row)
  return SURFACES.filter((surface) => use[surface] === true)
}

/** One kind of evidence is enough, because the host omits members that it does not have yet. */
function isUsed(row: ReportRow, { flags, totals, features }: Evidence): Maybe {
  const evidence = [
    ...flags.map((name) => asBoolean(ownMember(row, name))),
    totals === undefined
      ? undefined
      : positive(countIn(asRecord(ownMember(row, totals)), 'session_count')),
    features && isFeatureUsed(row, features),
  ].filter((part) => part !== undefined)
  return evidence.length === 0 ? undefined : anyOf(evidence)
}

function isFeatureUsed(row: ReportRow, features: NonNullable<Evidence['features']>): Maybe {
  const elements = breakdown(row, 'totals_by_feature')?.filter(features.isOwn)
  if (elements === undefined || (elements.length === 0 && !features.isExhaustive)) return undefined
  return anyOf(elements.map((element) => isAnyPositive(element, features.counters)))
}

function isAnyPositive(element: JsonRecord, counters: readonly string[]): Maybe {
  const known = counters.map((name) => positive(countIn(element, name)))
  // Elements of some features lack the counters that other features have.
  return anyOf(known.some((part) => part !== undefined) ? known.filter(isKnown) : known)
}

function isKnown(part: Maybe): part is boolean {
  return part !== undefined
}

function asBoolean(value: unknown): Maybe {
  return typeof value === 'boolean' ? value : undefined
}

/** Counters of which one is above zero when a feature was used. */
const USE_COUNTERS = [
  INTERACTIONS,
  'code_generation_activity_count',
  'code_acceptance_activity_count',
  'loc_added_sum',
  'loc_deleted_sum',
]

/** Names of the used features that belong to no surface, such as those that the host added later. */
export function otherFeatures(row: ReportRow): string[] {
  const elements = breakdown(row, 'totals_by_feature') ?? []
  const others = elements.filter(
    (element) => ![isCompletion, isChat, isAgent, isCli].some((isOwn) => isOwn(element)),
  )
  const used = others.filter((element) => isAnyPositive(element, USE_COUNTERS) === true)
  return [...new Set(used.flatMap(({ feature }) => (typeof feature === 'string' ? feature : [])))]
}
