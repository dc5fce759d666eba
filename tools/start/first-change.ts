import { DOCUMENTS, HISTORIES } from '@landscape/contracts/documents'
import { CHANGE_EXAMPLE } from '@landscape/dev/examples'
import type { JsonRecord } from '@landscape/contracts/json'
import { createDocument } from '@landscape/store/documents/document'
import type { ObjectStore } from '@landscape/store/objects/port'

const { ref, schema } = DOCUMENTS[HISTORIES.radar]
/** An entry that the examples of the API description do not send: a request that sent it would conflict with this change. */
const TITLE = 'Zed'
const MOVE = {
  moved: 1,
  ringId: 'assess',
  description: 'Two teams build with it.',
  author: CHANGE_EXAMPLE.actor.email,
}

/**
 * Moves an entry of the sample radar: the examples of the API description refer to this change of the
 * history.
 *
 * @param at its instant in ISO 8601
 */
export async function recordFirstChange(
  store: ObjectStore,
  at: string = CHANGE_EXAMPLE.at,
): Promise<void> {
  const clock = () => Date.parse(at)
  const move = { ...MOVE, date: at.slice(0, 10) }
  const radar = createDocument(store, ref, schema, { history: 'radar', clock })
  await radar.change(
    (current) => {
      if (!current) throw new Error('The sample radar is missing')
      const entries = current.entries.map((entry) => withMove(entry, move))
      return { next: { ...current, entries }, result: undefined }
    },
    { by: { ...CHANGE_EXAMPLE.actor, actor: 'operator', action: CHANGE_EXAMPLE.action } },
  )
}

/** Adds the position unless the entry has moved before. */
function withMove(entry: unknown, move: JsonRecord): unknown {
  const { title, timeline } = entry as JsonRecord
  if (title !== TITLE || !Array.isArray(timeline) || timeline.length > 1) return entry
  return { ...(entry as JsonRecord), timeline: [...timeline, move] }
}
