import { createRandom } from './random.ts'

/** The first day with skills, servers, commands and plugins in the rows. */
const SINCE = '2026-09-17'
const NAMES = {
  skill: ['review-changes', 'write-tests', 'release-notes', 'unknown'],
  custom_agent: ['dock-planner', 'others'],
  mcp: ['tickets', 'crane-telemetry', 'others'],
  slash_cmd: ['explain', 'fix', 'tests', 'doc'],
  plugin: ['berth-tools'],
} as const
type Kind = keyof typeof NAMES
const KINDS = Object.keys(NAMES) as Kind[]

/** A third-party agent that a member used. */
const OTHER_AGENT = { agent_id: '9001', agent_name: 'tide-agent' }
const SHARE_OF_OTHER_AGENT = 0.1

/** A member's use of extensions of the assistant on one day. */
export interface ExtensionUse {
  uses: { kind: Kind; name: string; interactions: number }[]
  /** Interactions with the third-party agent. */
  otherAgent: number
}

/**
 * Returns a member's use of extensions; it has a generator of its own, so that other numbers stay the same.
 *
 * @param agentChats chats in agent mode, which use extensions
 */
export function extensionUseOn(day: string, login: string, agentChats: number): ExtensionUse {
  if (agentChats === 0) return { uses: [], otherAgent: 0 }
  const random = createRandom(`extensions of ${login} on ${day}`)
  const otherAgent = random.chance(SHARE_OF_OTHER_AGENT) ? random.int(1, agentChats) : 0
  if (day < SINCE) return { uses: [], otherAgent }
  const uses = KINDS.filter(() => random.chance(0.4)).map((kind) => ({
    kind,
    name: random.pick(NAMES[kind]),
    interactions: random.int(1, agentChats),
  }))
  return { uses, otherAgent }
}

/** Returns the breakdowns by extension of a row; absent without use. */
export function extensionTotals(all: readonly ExtensionUse[]): Record<string, unknown> {
  const byKind = Map.groupBy(
    all.flatMap(({ uses }) => uses),
    ({ kind }) => kind,
  )
  const users = all.filter(({ otherAgent }) => otherAgent > 0)
  const others = users.reduce((sum, { otherAgent }) => sum + otherAgent, 0)
  return Object.fromEntries([
    ...[...byKind].flatMap(([kind, uses]) => {
      const totals = totalsBy(kind, uses)
      return [
        [`totals_by_${kind}`, totals],
        [`distinct_${kind}_use_count`, totals.length],
      ] as const
    }),
    ...(others > 0 ? [['totals_by_3rd_party_agent', [agentTotal(others, users.length)]]] : []),
  ])
}

function agentTotal(interactions: number, sessions: number) {
  return {
    ...OTHER_AGENT,
    user_initiated_interaction_count: interactions,
    session_count: sessions,
  }
}

function totalsBy(kind: Kind, uses: ExtensionUse['uses']) {
  return [...Map.groupBy(uses, ({ name }) => name)].map(([name, own]) => ({
    [kind]: name,
    interaction_count: own.reduce((sum, { interactions }) => sum + interactions, 0),
  }))
}
