import { beforeEach, describe, expect, it } from '@jest/globals'
import { INTERNAL_KEY_USE_PATH, INTERNAL_KEYS_PATH } from '@landscape/contracts/api-keys'
import type { Identity } from '@landscape/contracts/identity'
import { GATEWAY_IDENTITY } from '@landscape/runtime/identity/gateway-identity'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { StoreUnavailable, type ObjectStore } from '@landscape/store/objects/port'
import { ADMIN, harness, type Harness, REVIEWER } from './harness.ts'

const PATH = '/admin/api/keys'
const DAY_MS = 86_400_000
const START = Date.parse('2026-11-26T10:00:00.000Z')
const body = { name: 'import', scope: 'registry', expiresInDays: 30 }
const KEY: Identity = { ...ADMIN, email: 'key:import', keyScope: 'admin' }

let now: number
let h: Harness
beforeEach(() => {
  now = START
  h = harness(undefined, undefined, () => now)
})
const create = async (more: object = {}) => (await h.post(PATH, { ...body, ...more })).body
const revoke = (id: string) => h.post(`${PATH}/${id}/revoke`, undefined)
const accepted = async () => (await h.get(INTERNAL_KEYS_PATH, { as: GATEWAY_IDENTITY })).body.keys
const use = (id: string) => h.post(INTERNAL_KEY_USE_PATH, { id }, { as: GATEWAY_IDENTITY })
const listed = async () => (await h.get(PATH)).body.keys
const hashesOf = async () =>
  (await h.stored('apiKeyHashes')) as Record<string, { hash?: string; lastUsed?: string }>

describe('POST /admin/api/keys', () => {
  it('returns the key once, and stores only its hash', async () => {
    const response = await h.post(PATH, body)
    expect(response.status).toBe(201)
    expect(response.headers['cache-control']).toBe('no-store')
    const { secret, key } = response.body
    expect(secret).toMatch(/^lsk_[\da-f]{12}_[\da-f]{64}_[\da-f]{8}$/)
    expect(key).toEqual({
      id: secret.slice(4, 16),
      name: 'import',
      scope: 'registry',
      state: 'active',
      createdBy: ADMIN.email,
      createdAt: '2026-11-26T10:00:00.000Z',
      expiresAt: '2026-12-26T10:00:00.000Z',
    })
    const hash = (await hashesOf())[key.id]?.hash ?? ''
    expect(hash).toHaveLength(64)
    const shown = await Promise.all(
      [PATH, '/admin/api/history', '/changes', '/changes/keys-1-1'].map((path) => h.get(path)),
    )
    const all = [
      ...shown.map(({ text }) => text),
      JSON.stringify(await h.stored('apiKeys')),
      ...h.lines,
    ].join()
    expect(all).toContain(key.id)
    for (const hidden of [secret, secret.slice(17, 81), hash]) expect(all).not.toContain(hidden)
  })

  it.each([
    [{ name: 'Import' }, 'Invalid name'],
    [{ name: '-import' }, 'Invalid name'],
    [{ name: 'a'.repeat(41) }, 'Invalid name'],
    [{ name: 'kim@acme.example' }, 'Invalid name'],
    [{ scope: 'write' }, 'Invalid scope'],
    [{ expiresInDays: 0 }, 'Invalid expiresInDays'],
    [{ expiresInDays: 366 }, 'Invalid expiresInDays'],
    [{ expiresInDays: undefined }, 'Invalid expiresInDays'],
  ])('rejects %j', async (more, error) => {
    const response = await h.post(PATH, { ...body, ...more })
    expect([response.status, response.body.error]).toEqual([400, error])
    expect(await h.stored('apiKeys')).toBeUndefined()
  })

  it('rejects the name of an active key until it expires', async () => {
    await create()
    expect((await h.post(PATH, body)).status).toBe(409)
    now += 30 * DAY_MS
    expect((await h.post(PATH, body)).status).toBe(201)
  })

  it('stores all keys of concurrent requests', async () => {
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => create({ name })))
    expect((await listed()).map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'a',
      'b',
      'c',
      'd',
    ])
    expect(await accepted()).toHaveLength(4)
  })

  it.each(['post', 'get'] as const)('rejects %s of an API key with all groups', async (method) => {
    const { key } = await create()
    const paths = method === 'get' ? [PATH] : [PATH, `${PATH}/${key.id}/revoke`]
    for (const path of paths) {
      const { status } =
        method === 'get'
          ? await h.get(path, { as: KEY })
          : await h.post(path, { ...body, name: 'other' }, { as: KEY })
      expect(status).toBe(403)
    }
    expect(await listed()).toEqual([key])
  })
})

describe('POST /admin/api/keys/{id}/revoke', () => {
  it('revokes a key with its author, once', async () => {
    const { key } = await create()
    now += 1_000
    const revoked = {
      ...key,
      state: 'revoked',
      revokedBy: ADMIN.email,
      revokedAt: '2026-11-26T10:00:01.000Z',
    }
    expect((await revoke(key.id)).body).toEqual({ message: 'API key revoked', key: revoked })
    now += 1_000
    expect((await revoke(key.id)).body.key).toEqual(revoked)
    expect(await listed()).toEqual([revoked])
    expect(await accepted()).toEqual([])
    expect((await hashesOf())[key.id]).toEqual({})
  })

  it('returns 404 for an unknown key', async () => {
    expect((await revoke('000000000000')).status).toBe(404)
  })

  it('keeps a key revoked when an older version of the document is stored', async () => {
    const { key } = await create()
    const before = await h.stored('apiKeys')
    await revoke(key.id)
    await h.seed('apiKeys', before)
    expect(await accepted()).toEqual([])
  })
})

describe('the history of keys', () => {
  it('names author, key and revocation', async () => {
    await create({ name: 'first' })
    const { key } = await create()
    await revoke(key.id)
    const { changes } = (await h.get('/admin/api/history?document=keys')).body
    expect(changes.map(({ action }: { action: string }) => action)).toEqual([
      'revoke API key',
      'create API key',
      'create API key',
    ])
    expect(changes[0]).toMatchObject({ actor: { email: ADMIN.email }, subjects: ['import'] })
    expect((await h.get(`/admin/api/history?subject=${key.id}`)).body.changes).toHaveLength(2)
    const { text } = await h.get('/changes')
    expect(text).toContain('import: revoked')
    expect(text).toContain('import added')
  })

  it('rejects the undo of a revocation and of a creation', async () => {
    await create({ name: 'first' })
    const { key } = await create()
    await revoke(key.id)
    for (const id of ['keys-2-1', 'keys-3-1']) {
      for (const dryRun of [true, false]) {
        const response = await h.post(`/admin/api/history/${id}/undo`, { dryRun })
        expect([response.status, response.body.error]).toEqual([
          409,
          'Changes of API keys cannot be undone. Revoke the key, or create another one.',
        ])
      }
      const { text } = await h.get(`/changes/${id}`)
      expect(text).toContain('Changes of API keys cannot be undone.')
      expect(text).not.toContain('method="post"')
    }
    expect(await accepted()).toHaveLength(1)
  })

  it('is not shown to reviewers', async () => {
    await create()
    expect((await h.get('/review/api/history/keys-1-1', { as: REVIEWER })).status).toBe(404)
    expect((await h.get('/changes/keys-1-1', { as: REVIEWER })).status).toBe(404)
  })

  it('is not shown to API keys, which see the history of all other documents', async () => {
    await create()
    await h.post('/admin/api/banners/update', { message: 'Hi', pages: ['radar'], type: 'info' })
    const as = KEY
    for (const path of ['/admin/api/history', '/changes']) {
      const { status, text } = await h.get(path, { as })
      expect([path, status]).toEqual([path, 200])
      expect(text).toContain('banners-1-')
      expect(text).not.toMatch(/keys-1-|registry/)
    }
    for (const [path, expected] of [
      ['/admin/api/history?document=keys', 403],
      ['/changes?document=keys', 403],
      ['/admin/api/documents/keys?at=2026-11-26T10:00:00Z', 403],
      ['/admin/api/history/keys-1-1', 404],
      ['/changes/keys-1-1', 404],
    ] as const) {
      const { status, text } = await h.get(path, { as })
      expect([path, status]).toEqual([path, expected])
      expect(text).not.toContain('registry')
    }
    expect((await h.post('/admin/api/history/keys-1-1/undo', {}, { as })).status).toBe(404)
    expect((await h.get('/admin/api/history/keys-1-1')).status).toBe(200)
  })

  it('names a key as the author of its changes', async () => {
    const banners = [{ message: 'x', pages: ['radar'] }]
    await h.post('/admin/api/banners', banners, { as: KEY })
    const { changes } = (await h.get('/admin/api/history')).body
    expect(changes[0].actor).toEqual({ email: 'key:import' })
    expect((await h.get('/changes')).text).toContain('key:import ·')
  })
})

describe('routes for the gateway', () => {
  it('return the accepted keys with their hashes', async () => {
    const { key } = await create()
    const hash = (await hashesOf())[key.id]?.hash
    expect(await accepted()).toEqual([
      { id: key.id, name: 'import', scope: 'registry', expiresAt: START + 30 * DAY_MS, hash },
    ])
    now += 30 * DAY_MS
    expect(await accepted()).toEqual([])
  })

  it('reject every other caller', async () => {
    const { key } = await create()
    for (const as of [ADMIN, KEY, REVIEWER, { ...ADMIN, subject: 'gateway' }]) {
      expect((await h.get(INTERNAL_KEYS_PATH, { as })).status).toBe(403)
      expect((await h.post(INTERNAL_KEY_USE_PATH, { id: key.id }, { as })).status).toBe(403)
    }
    expect((await h.get(INTERNAL_KEYS_PATH, { as: null })).status).toBe(401)
  })

  it('record the day of the last use outside the history', async () => {
    const { key } = await create()
    expect((await use(key.id)).status).toBe(204)
    expect((await listed())[0].lastUsed).toBe('2026-11-26')
    now += DAY_MS
    await Promise.all([use(key.id), create({ name: 'other' }), use(key.id)])
    expect(await listed()).toMatchObject([{ lastUsed: '2026-11-27' }, { name: 'other' }])
    expect(await accepted()).toHaveLength(2)
    await revoke(key.id)
    expect((await listed())[0].lastUsed).toBe('2026-11-27')
    expect((await h.get('/admin/api/history')).body.changes).toHaveLength(3)
  })

  it('reject a malformed use', async () => {
    for (const sent of [{}, { id: 5 }, { id: 'x', more: 1 }])
      expect((await h.post(INTERNAL_KEY_USE_PATH, sent, { as: GATEWAY_IDENTITY })).status).toBe(400)
  })

  it('return 503 instead of a stale copy', async () => {
    const real = createEmbeddedStore(':memory:')
    let isDown = false
    const store: ObjectStore = {
      ...real,
      async get(...args) {
        if (isDown) throw new StoreUnavailable('down')
        return real.get(...args)
      },
    }
    h = harness(store, 300)
    await create()
    expect(await accepted()).toHaveLength(1)
    isDown = true
    for (const path of [INTERNAL_KEYS_PATH, PATH]) {
      const response = await h.get(path, {
        as: path === PATH ? ADMIN : GATEWAY_IDENTITY,
      })
      expect([response.status, response.body.error]).toEqual([
        503,
        'API keys cannot be read at the moment',
      ])
    }
  })
})
