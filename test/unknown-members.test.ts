import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  BANNER_EXAMPLE,
  LISTS_EXAMPLE,
  PROJECT_EXAMPLE,
  RADAR_ENTRY_EXAMPLE,
  RADAR_EXAMPLE,
} from '@landscape/dev/examples'
import { isRecord } from '@landscape/contracts/json'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import { createClient, type Client } from './support/client.ts'
import { everything } from './support/documents.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'

type Path = readonly (string | number)[]

/** An edit with a valid body. */
interface Edit {
  /** Creates the resource of a path with parameters. */
  path?: () => Promise<string>
  body: unknown
  /** Path that returns the stored body; absent when the edit does not store its body. */
  read?: string
  /** The value of an unknown member at a path, where only some are valid. */
  valueAt?: (path: Path) => unknown
  /** Whether a remote host must accept it: the valid body is not sent. */
  isRemote?: true
  /** Creates documents that the edit requires. */
  prepare?: () => Promise<unknown>
}

const { id: _id, ...banner } = BANNER_EXAMPLE
const BANNERS = '/admin/api/banners'
const RADAR = '/admin/api/tech-radar'
const LISTS = '/admin/api/array-data'
const PROJECTS = '/api/v1/projects'
const NAMES = '/admin/api/technology-names'
const KEYS = '/admin/api/keys'

let landscape: Landscape
let store: ReturnType<typeof createEmbeddedStore>
let client: Client
let made = 0
async function send(method: string, path: string, body: unknown) {
  const isForm = path.startsWith('/changes/')
  const text = isForm
    ? String(new URLSearchParams(body as Record<string, string>))
    : JSON.stringify(body)
  const headers = isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
  return client.send(method, path, text, headers)
}

/** A project with its own name. */
function project(name: string) {
  const [details] = PROJECT_EXAMPLE.details
  return { ...PROJECT_EXAMPLE, details: [{ ...details, name }] }
}
function newProject(): Edit {
  const name = `Project ${++made}`
  return { body: project(name), read: `${PROJECTS}/${name}` }
}
async function storedProject(): Promise<string> {
  const { body, read = '' } = newProject()
  await send('POST', PROJECTS, body)
  return encodeURI(read)
}
const newKey = () => ({ name: `key-${++made}`, scope: 'read', expiresInDays: 1 })
const aBanner = () => send('POST', BANNERS, [banner])

/** Makes a change of the radar that can be undone and returns its id. */
async function radarChange(): Promise<string> {
  const id = `entry-${++made}`
  await send('POST', `${RADAR}/update`, { entries: [{ ...RADAR_ENTRY_EXAMPLE, id }] })
  const { changes } = (await client.get('/review/api/history')).json() as {
    changes: [{ id: string }]
  }
  return changes[0].id
}
const undo = (before: string, body: object) => (): Edit[] => [
  { path: async () => `${before}/${await radarChange()}/undo`, body },
]
const radarUpdates = (): Edit[] => [
  { body: { entries: [RADAR_ENTRY_EXAMPLE] }, read: RADAR },
  { body: RADAR_EXAMPLE, read: RADAR },
]
const normalise = (): Edit[] => [{ body: { from: 'Postgres', to: 'PostgreSQL' } }]

/** Edits no document. */
const LOGOUT = 'POST /user/api/logout'

/** Every write operation with bodies of each form that it accepts. */
const EDITS: Readonly<Record<string, () => Edit[]>> = {
  [`POST ${PROJECTS}`]: () => [newProject()],
  [`PUT ${PROJECTS}/{project_name}`]: () => {
    const { body, read = '' } = newProject()
    return [{ path: async () => (await send('POST', PROJECTS, body), encodeURI(read)), body, read }]
  },
  [`DELETE ${PROJECTS}/{project_name}`]: () => [{ path: storedProject, body: {} }],
  [`POST ${BANNERS}`]: () => [
    { body: [banner], read: BANNERS },
    { body: { messages: [banner] }, read: BANNERS },
  ],
  [`POST ${BANNERS}/update`]: () => [
    { body: banner, read: BANNERS },
    { body: { banner }, read: BANNERS },
    { body: { ...banner, index: 0 }, read: BANNERS, prepare: aBanner },
    { body: { index: 0, banner }, read: BANNERS, prepare: aBanner },
  ],
  [`POST ${BANNERS}/toggle`]: () => [{ body: { index: 0, show: false }, prepare: aBanner }],
  [`POST ${BANNERS}/delete`]: () => [{ body: { index: 0 }, prepare: aBanner }],
  [`POST ${LISTS}/update`]: () => [
    { body: { category: 'languages', items: ['Go'] }, read: LISTS },
    {
      body: { allCategories: true, items: LISTS_EXAMPLE },
      read: LISTS,
      valueAt: ([member]) => (member === 'items' ? ['a technology'] : 'any'),
    },
  ],
  [`PUT ${NAMES}`]: () => [
    {
      body: { names: [{ name: 'PostgreSQL', aliases: ['Postgres'] }] },
      read: NAMES,
    },
  ],
  'POST /review/api/editions': () => [{ body: { name: `Edition ${++made}` } }],
  'DELETE /review/api/editions/{id}': () => [
    {
      path: async () => {
        await send('POST', '/review/api/editions', { name: 'Summer' })
        return '/review/api/editions/summer'
      },
      body: {},
    },
  ],
  [`POST ${NAMES}/aliases`]: () => [
    { body: { name: 'PostgreSQL', alias: 'psql', confirmMerge: true } },
  ],
  [`DELETE ${NAMES}/aliases`]: () => [
    {
      path: async () => {
        const alias = { name: 'MySQL', alias: 'my' }
        await send('POST', `${NAMES}/aliases`, alias)
        return `${NAMES}/aliases?${new URLSearchParams(alias).toString()}`
      },
      body: {},
    },
  ],
  [`POST ${KEYS}`]: () => [{ body: newKey() }],
  [`POST ${KEYS}/{id}/revoke`]: () => [
    {
      path: async () => {
        const { key } = (await send('POST', KEYS, newKey())).json() as { key: { id: string } }
        return `${KEYS}/${key.id}/revoke`
      },
      body: {},
    },
  ],
  [`POST ${RADAR}/update`]: radarUpdates,
  'POST /review/api/tech-radar/update': radarUpdates,
  'POST /admin/api/normalise/technology': normalise,
  'POST /admin/api/normalise-technology': normalise,
  'POST /admin/api/history/{id}/undo': undo('/admin/api/history', { dryRun: true }),
  'POST /review/api/history/{id}/undo': undo('/review/api/history', { dryRun: true }),
  'POST /changes/{id}/undo': undo('/changes', { confirm: 'undo' }),
  'POST /assistant/api/scm/oauth/token': () => [
    { body: { code: 'a-code', state: 'Zk3v9QxT2mWc7LrY' }, isRemote: true },
  ],
  'POST /assistant/api/scm/oauth/logout': () => [{ body: {} }],
  [LOGOUT]: () => [{ body: { logout_uri: landscape.url } }],
}

/** Returns the paths of all objects in a value. */
function objectsIn(value: unknown, at: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((part, i) => objectsIn(part, [...at, i]))
  if (!isRecord(value)) return []
  return [at, ...Object.entries(value).flatMap(([name, part]) => objectsIn(part, [...at, name]))]
}

/** Adds a member to the object at a path. */
function withMember(value: unknown, [key, ...rest]: Path, member: object): unknown {
  if (key === undefined) return { ...(value as object), ...member }
  const inner = withMember((value as Record<string | number, unknown>)[key], rest, member)
  return Array.isArray(value)
    ? value.with(Number(key), inner)
    : { ...(value as object), [key]: inner }
}

/** Members that control an edit, and the errors of those that know them. */
const CONTROLS: [name: string, error?: string][] = [
  ['dryRun', 'dryRun is true or false'],
  ['basedOn', 'basedOn is the ETag of a read'],
  ['dry_run'],
  ['DryRun'],
]

const forms = (operation: string) => EDITS[operation]!()

describe.each(['specification', 'existing'])('an unknown member, for %s clients', (profile) => {
  beforeAll(async () => {
    const env = { CLIENT_PROFILE: profile }
    landscape = await startLandscape({ documents: false, env })
    store = createEmbeddedStore(landscape.dataDir)
    // Existing clients receive sections in shapes that are not described.
    client = createClient(landscape.url, { described: profile === 'specification' })
    await send('POST', `${RADAR}/update`, RADAR_EXAMPLE)
    await send('POST', `${LISTS}/update`, { allCategories: true, items: LISTS_EXAMPLE })
  })
  afterAll(async () => {
    client?.close()
    store?.close()
    await landscape?.stop()
  })

  it('is tested in every operation that writes', async () => {
    const { paths } = (await client.get('/openapi.json')).json() as {
      paths: Record<string, Record<string, unknown>>
    }
    const edits = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        // A call of a tool only reads.
        .filter((method) => method !== 'get' && path !== '/mcp')
        .map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(Object.keys(EDITS).toSorted()).toEqual(edits.toSorted())
  })

  it.each(Object.keys(EDITS))(
    'is rejected when it is called like a control member: %s',
    async (operation) => {
      const [method = '', template = ''] = operation.split(' ')
      for (let form = 0; form < forms(operation).length; form++) {
        for (const [name, ...others] of CONTROLS) {
          for (const isQuery of [true, false]) {
            const { path, body, prepare } = forms(operation)[form]!
            if (isQuery ? operation === LOGOUT : Array.isArray(body)) continue
            await prepare?.()
            const target = (await path?.()) ?? template
            const query = `${target.includes('?') ? '&' : '?'}${name}=x`
            const before = await everything(store)
            const { status, json: problem } = isQuery
              ? await send(method, target + query, body)
              : await send(method, target, withMember(body, [], { [name]: 'x' }))
            const { error } = problem() as { error: string }
            expect([form, isQuery, status]).toEqual([form, isQuery, 400])
            const unknown = [
              `Unknown member: ${name}`,
              `Unknown parameter: ${name}. Known: name, alias.`,
            ]
            expect([...unknown, ...others]).toContain(error)
            expect(await everything(store)).toEqual(before)
          }
        }
      }
    },
  )

  it.each(Object.keys(EDITS))(
    'is rejected by name or stored, at every level: %s',
    async (operation) => {
      const [method = '', template = ''] = operation.split(' ')
      for (let form = 0; form < forms(operation).length; form++) {
        const paths = objectsIn(forms(operation)[form]!.body)
        for (const at of [undefined, ...paths]) {
          const { path, body, read, valueAt, prepare, isRemote } = forms(operation)[form]!
          if (!at && isRemote) continue
          await prepare?.()
          const name = `unknown${++made}`
          const value = valueAt?.(at ?? []) ?? `value ${made}`
          const sent = at ? withMember(body, at, { [name]: value }) : body
          const { status, text } = await send(method, (await path?.()) ?? template, sent)
          const context = [operation, form, at?.join('/')]
          if (!at) expect([...context, status < 400, text]).toEqual([...context, true, text])
          else if (status >= 400) {
            const { error } = JSON.parse(text) as { error: string }
            expect([...context, status, error]).toEqual([
              ...context,
              400,
              `Unknown member: ${name}`,
            ])
          } else {
            const stored = read === undefined ? '' : (await client.get(encodeURI(read))).text
            expect([...context, stored.includes(`"${name}":`)]).toEqual([...context, true])
          }
        }
      }
    },
  )
})
