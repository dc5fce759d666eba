import { CHANGE_EXAMPLE, DOCUMENTS, HISTORIES, type JsonRecord } from '@landscape/contracts'
import { createDocument, type ObjectStore } from '@landscape/store'

const { ref, schema } = DOCUMENTS[HISTORIES.radar]
/** No example of the reference sends this entry: who did, not having read it, would be told that somebody else changed it. */
const TITLE = 'Zed'
const MOVE = {
  moved: 1,
  ringId: 'assess',
  date: CHANGE_EXAMPLE.at.slice(0, 10),
  description: 'Moved from review to assess: two teams build with it',
  author: CHANGE_EXAMPLE.actor.email,
}

/**
 * Moves an entry of the sample radar, when and by whom the reference tells it, so that the history has something
 * to show: the examples of the reference name this change.
 */
export async function recordFirstChange(store: ObjectStore): Promise<void> {
  const clock = () => Date.parse(CHANGE_EXAMPLE.at)
  const radar = createDocument(store, ref, schema, { history: 'radar', clock })
  await radar.change(
    (current) => {
      if (!current) throw new Error('There is no sample radar')
      return { next: { ...current, entries: current.entries.map(moved) }, result: undefined }
    },
    { by: { ...CHANGE_EXAMPLE.actor, actor: 'operator', action: CHANGE_EXAMPLE.action } },
  )
}

/** An entry that has the position already stays as it is. */
function moved(entry: unknown): unknown {
  const { title, timeline } = entry as JsonRecord
  if (title !== TITLE || !Array.isArray(timeline) || timeline.length > 1) return entry
  return { ...(entry as JsonRecord), timeline: [...timeline, MOVE] }
}
