import { describe, expect, it } from '@jest/globals'
import { createEmbeddedStore } from '../objects/embedded.ts'
import { replace } from '../objects/directory.ts'
import { z } from 'zod'
import { createDocument } from './document.ts'
import { laidOut, layoutOf } from './snapshot.ts'

const value = { projects: [{ name: 'Tide', tags: [], more: {} }], other: 'é' }
const again = (text: string) =>
  laidOut(
    { text: Buffer.from(JSON.stringify(value)), value },
    layoutOf(Buffer.from(text)),
  ).toString()

describe('the layout of a stored document', () => {
  it.each([
    ['two spaces', JSON.stringify(value, null, 2)],
    ['four spaces and a last line break', `${JSON.stringify(value, null, 4)}\n`],
    ['tabs', JSON.stringify(value, null, '\t')],
    ['one line', JSON.stringify(value)],
  ])('is kept: %s', (_name, text) => {
    expect(again(text)).toBe(text)
  })

  it.each(['{}', '[]', '', '{ "a": 1 }', '{\n}', ' '.repeat(80)])('is one line for %j', (text) => {
    expect(again(text)).toBe(JSON.stringify(value))
  })

  it.each([2, 4])('is preserved by edits of several processes: %i spaces', async (spaces) => {
    const store = createEmbeddedStore(':memory:')
    const ref = { bucket: 'main', key: 'x.json' } as const
    await replace(store, ref, Buffer.from(JSON.stringify({ n: 0, more: [1] }, null, spaces)))
    const schema = z.looseObject({ n: z.number() })
    for (const n of [1, 2, 3]) {
      const document = createDocument(store, ref, schema, { history: 'x' })
      for (const step of [n, n + 0.5]) {
        await document.change((now) => ({ next: { ...now!, n: step }, result: undefined }), {
          by: { actor: 'kim', email: 'kim@acme.example', action: 'count' },
        })
      }
    }
    const got = await store.get(ref)
    const text = got.kind === 'found' ? got.body.toString() : ''
    expect(text).toBe(JSON.stringify({ n: 3.5, more: [1] }, null, spaces))
    store.close()
  })
})
