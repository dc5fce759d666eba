import type { Activity } from './activity.ts'

/** Kinds of use of the assistant. */
const USES = ['editor', 'chat', 'agent', 'cli', 'app', 'cloud', 'review', 'passive'] as const
export type Use = (typeof USES)[number]

/** The kinds of use in an activity. */
export function usesOf(activity: Activity): Use[] {
  const { completions, chat, unknownInteractions, agentChats, cli, app, cloudAgent, review } =
    activity
  const used: Record<Use, boolean> = {
    editor: completions.length > 0 || chat !== undefined || unknownInteractions > 0,
    chat: chat !== undefined,
    agent: agentChats > 0,
    cli: cli !== undefined,
    app: app !== undefined,
    cloud: cloudAgent,
    review: review === 'active',
    passive: review === 'passive',
  }
  return USES.filter((use) => used[use])
}
