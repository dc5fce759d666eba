import { describe, expect, it } from '@jest/globals'
import type { Send } from './sender.ts'
import { createCounted, noEdits, faultsIn, type Part } from './counted.ts'
import { proveStoredOnce } from './stored-once.ts'

/** Creates a part of a document with a history of one change per page, and optional write faults. */
function documentWith({ writes = (text: string) => [text] } = {}) {
  const history: string[] = []
  const onResponse = (body: unknown) => {
    const text = JSON.stringify(body)
    return { status: 200, headers: {}, text, json: () => body }
  }
  const part: Part = {
    name: 'Plans',
    async write(text) {
      history.unshift(...writes(text))
      return true
    },
    read: async () => onResponse({ description: history[0] }),
  }
  const send: Send = async (_method, path) => {
    const at = Number(/cursor=(\d+)/.exec(path)?.[1] ?? 0)
    const operations = [
      { before: history[at + 1], after: { details: [{ text: history[at] }], text: history[at] } },
    ]
    return onResponse({
      changes: [{ operations }],
      next: at + 1 < history.length ? String(at + 1) : null,
    })
  }
  return { part, send }
}

async function edited(of: ReturnType<typeof documentWith>) {
  const edits = noEdits()
  const counted = createCounted(of.part, edits)
  for (let n = 0; n < 3; n++) await counted.edit()
  await counted.check()
  await counted.close()
  await proveStoredOnce(of.send, {}, edits)
  return edits
}

describe('acknowledged edits', () => {
  it('are accepted when each is stored once', async () => {
    const edits = await edited(documentWith())
    expect(edits.acknowledged).toHaveLength(3)
    expect(faultsIn(edits)).toEqual([])
  })

  it('are reported when they were not stored although a later one was', async () => {
    const loses = documentWith({ writes: (text) => (text.startsWith('Edit 1 ') ? [] : [text]) })
    expect(faultsIn(await edited(loses))).toEqual([
      'Edit 1 of Plans: acknowledged, but in no change',
    ])
  })

  it('are reported when they were stored twice', async () => {
    const repeats = documentWith({
      writes: (text) => (text.startsWith('Edit 1 ') ? [text, text] : [text]),
    })
    expect(faultsIn(await edited(repeats))).toEqual([
      'Edit 1 of Plans: acknowledged once, in 2 changes',
    ])
  })

  it('are reported as older and lost when the last was not stored', async () => {
    const forgets = documentWith({ writes: (text) => (text.startsWith('Edit 2 ') ? [] : [text]) })
    expect(faultsIn(await edited(forgets))).toEqual([
      'Plans: 1 after 2',
      'Edit 2 of Plans: acknowledged, but in no change',
      'Plans: 1 after 2',
    ])
  })
})
