import type { Send } from './sender.ts'
import type { Edits } from './counted.ts'

interface ChangePage {
  changes: { operations: { after?: unknown }[] }[]
  next: string | null
  gaps?: { document: string; detail: string }[]
}

/**
 * Checks in the complete history of all documents that each acknowledged edit is stored once: later
 * edits replace it in the documents.
 *
 * @param headers of an administrator
 * @param edits receives lost and repeated edits
 * @throws Error when the history cannot be read
 */
export async function proveStoredOnce(
  send: Send,
  headers: Record<string, string>,
  edits: Edits,
): Promise<void> {
  const times = new Map(edits.acknowledged.map((text) => [text, 0]))
  for (let cursor: string | null = ''; cursor !== null;) {
    const from = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const response = await send('GET', `/admin/api/history?limit=200${from}`, headers)
    if (!response) throw new Error('the history could not be read')
    const { changes, next, gaps } = response.json() as ChangePage
    if (gaps) throw new Error(`the history is damaged: ${JSON.stringify(gaps)}`)
    for (const { operations } of changes) {
      for (const text of new Set(stringsIn(operations.map(({ after }) => after)))) {
        const known = times.get(text)
        if (known !== undefined) times.set(text, known + 1)
      }
    }
    cursor = next
  }
  for (const [text, count] of times) {
    if (count === 0) edits.lost.push(`${text}: acknowledged, but in no change`)
    if (count > 1) edits.repeated.push(`${text}: acknowledged once, in ${count} changes`)
  }
}

/** Returns all strings in a value at any depth. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
