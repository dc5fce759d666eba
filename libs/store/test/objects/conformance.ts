import { appendFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { PreconditionFailed, type InventoriedStore } from '../../src/objects/port.ts'

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))

/**
 * Tests that every adapter must pass.
 *
 * @param open returns another store on the same objects at each call, as another process would
 */
export function describeObjectStore(name: string, open: () => Promise<InventoriedStore>): void {
  describe(`object store: ${name}`, () => {
    let store: InventoriedStore
    let other: InventoriedStore
    let serial = 0
    const fresh = () =>
      ({ bucket: 'main', key: `conformance/${Date.now()}-${serial++}.json` }) as const

    beforeAll(async () => {
      const kinds = process.env['STORE_KINDS_FILE']
      if (kinds !== undefined) appendFileSync(kinds, `${name}\n`)
      store = await open()
      other = await open()
    })
    afterAll(() => {
      store.close()
      other.close()
    })

    it('returns missing for a key that does not exist', async () => {
      const ref = fresh()
      expect(await store.get(ref)).toEqual({ kind: 'missing' })
      expect(await store.get(ref, { ifNoneMatch: 'unknown' })).toEqual({ kind: 'missing' })
    })

    it('returns the bytes, the ETag and the metadata of a put', async () => {
      const ref = fresh()
      const body = Buffer.from('{"name":"Tide Tables – ½ 🌊","nested":{"__proto__":1}}')
      const { etag } = await store.put(ref, body, { absent: true }, { commits: 'a b' })
      const got = await other.get(ref)
      expect(got).toMatchObject({ kind: 'found', etag, meta: { commits: 'a b' } })
      expect(got.kind === 'found' && got.body.equals(body)).toBe(true)
    })

    it('returns not-modified for the current ETag and the object for any other', async () => {
      const ref = fresh()
      const first = await store.put(ref, bytes(1), { absent: true })
      expect(await store.get(ref, { ifNoneMatch: first.etag })).toEqual({ kind: 'not-modified' })
      const second = await other.put(ref, bytes(2), { ifMatch: first.etag })
      expect(await store.get(ref, { ifNoneMatch: first.etag })).toMatchObject({
        kind: 'found',
        etag: second.etag,
      })
    })

    it('creates an object only once', async () => {
      const ref = fresh()
      await store.put(ref, bytes(1), { absent: true })
      await expect(other.put(ref, bytes(2), { absent: true })).rejects.toThrow(PreconditionFailed)
      expect(await store.get(ref)).toMatchObject({ body: bytes(1) })
    })

    it('replaces an object only when the ETag matches', async () => {
      const ref = fresh()
      const { etag } = await store.put(ref, bytes(1), { absent: true })
      await other.put(ref, bytes(2), { ifMatch: etag })
      await expect(store.put(ref, bytes(3), { ifMatch: etag })).rejects.toThrow(PreconditionFailed)
      expect(await store.get(ref)).toMatchObject({ body: bytes(2) })
    })

    it('rejects a put with an ETag when the object does not exist', async () => {
      await expect(store.put(fresh(), bytes(1), { ifMatch: 'gone' })).rejects.toThrow(
        PreconditionFailed,
      )
    })

    it('stores a preparation under the same conditions as any other put', async () => {
      const [ref, preparation] = [fresh(), { isPreparation: true }]
      const { etag } = await store.put(
        ref,
        bytes(1),
        { absent: true },
        { commits: 'a' },
        preparation,
      )
      expect(await other.get(ref)).toMatchObject({ etag, body: bytes(1), meta: { commits: 'a' } })
      const again = store.put(ref, bytes(2), { absent: true }, {}, preparation)
      await expect(again).rejects.toThrow(PreconditionFailed)
      await store.put(ref, bytes(3), { ifMatch: etag }, {}, preparation)
      expect(await other.get(ref)).toMatchObject({ body: bytes(3) })
    })

    it('accepts exactly one of many concurrent writes on the same version', async () => {
      const ref = fresh()
      const { etag } = await store.put(ref, bytes(0), { absent: true })
      const tries = await Promise.allSettled(
        Array.from({ length: 16 }, (_, i) =>
          (i % 2 ? store : other).put(ref, bytes(i + 1), { ifMatch: etag }),
        ),
      )
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    it('returns a new ETag when an earlier body is stored again', async () => {
      const ref = fresh()
      let { etag } = await store.put(ref, bytes(1), { absent: true }, { commits: '0' })
      const etags = new Set([etag])
      for (const n of [2, 1, 2]) {
        ;({ etag } = await store.put(
          ref,
          bytes(n),
          { ifMatch: etag },
          { commits: `${etags.size}` },
        ))
        etags.add(etag)
      }
      expect(etags.size).toBe(4)
    })

    it('removes an object for every process, and ignores a missing one', async () => {
      const ref = fresh()
      await store.put(ref, bytes('gone'), { absent: true })
      await store.remove(ref)
      expect(await other.get(ref)).toEqual({ kind: 'missing' })
      await expect(other.remove(ref)).resolves.toBeUndefined()
      await other.put(ref, bytes('again'), { absent: true })
      expect((await store.get(ref)).kind).toBe('found')
    })

    it('lists keys by prefix, sorted, including keys with wildcard characters', async () => {
      const { key } = fresh()
      for (const end of ['b', 'a_', 'a%', 'ä/x']) {
        await store.put({ bucket: 'assistant', key: key + end }, bytes(end), { absent: true })
      }
      const found = await other.list('assistant', key)
      expect(found).toEqual(['a%', 'a_', 'b', 'ä/x'].map((end) => key + end))
      expect(await store.list('assistant', `${key}a_`)).toEqual([`${key}a_`])
      expect(await store.list('audit-tool', key)).toEqual([])
    })

    it('returns the ETag of every object of a bucket, sorted by key', async () => {
      const { key } = fresh()
      const first = { bucket: 'main', key: `${key}a` } as const
      await store.put({ bucket: 'main', key: `${key}b` }, bytes('b'), { absent: true })
      const { etag } = await store.put(first, bytes('old'), { absent: true })
      await store.put(first, bytes('new'), { ifMatch: etag })
      const found = await other.inventory('main')
      expect(found.map((one) => one.key)).toEqual(found.map((one) => one.key).toSorted())
      // Other suites may share the store.
      const own = found.filter((one) => one.key.startsWith(key))
      expect(own.map((one) => one.key)).toEqual([`${key}a`, `${key}b`])
      for (const { key: ownKey, etag: tag } of own) {
        expect(await store.get({ bucket: 'main', key: ownKey }, { ifNoneMatch: tag })).toEqual({
          kind: 'not-modified',
        })
      }
    })

    it('returns bodies of 1 MB unchanged', async () => {
      const ref = fresh()
      const body = Buffer.alloc(1_000_000, 'x')
      await store.put(ref, body, { absent: true })
      const got = await other.get(ref)
      expect(got.kind === 'found' && got.body.equals(body)).toBe(true)
    })
  })
}
