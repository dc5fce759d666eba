import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createDocument } from '@landscape/store/documents/document'
import { undoChange } from '@landscape/store/documents/undo-change'
import { replace } from '@landscape/store/objects/directory'
import {
  type Bucket,
  BUCKETS,
  type InventoriedStore,
  nameOf,
  type ObjectRef,
} from '@landscape/store/objects/port'
import { StoreEnv } from '@landscape/runtime/open-store'
import { backUp } from '../tools/store/backup/back-up.ts'
import { backupCommand, restoreCommand, type BackupFlags } from '../tools/store/backup/commands.ts'
import { directoryTarget } from '../tools/store/backup/open-target.ts'
import type { RestoreFrom } from '../tools/store/backup/restore-backup.ts'
import { verifyAll } from '../tools/store/history.ts'
import { describeOnEachStore, describeOnS3 } from './support/describe-stores.ts'
import { pause, run } from './support/process.ts'
import { openS3, type TestStore } from './support/stores.ts'

const BY = { actor: 'kim', email: 'kim@acme.example', action: 'add a banner' }

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'backup-'))
})
afterEach(() => rm(directory, { recursive: true }))

/** Starts `npm run store -- …`. */
function start(env: Readonly<Record<string, string>>, ...args: string[]) {
  return run(['tools/store.ts', ...args], {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'development',
    ...env,
  })
}

/** Returns the output of a command, or its error. */
async function outputOf(command: Promise<string[] | { lines: string[] }>): Promise<string> {
  return command.then(
    (result) => (Array.isArray(result) ? result : result.lines).join('\n'),
    (error: unknown) => (Error.isError(error) ? `FAILED: ${error.message}` : ''),
  )
}

async function files(below = ''): Promise<string[]> {
  const found = await readdir(join(directory, below), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

describeOnEachStore('npm run store -- backup and restore', (open) => {
  let data: TestStore
  beforeEach(async () => {
    await data?.close()
    data = await open()
  }, 120_000)
  afterAll(() => data?.close())

  const settings = () => StoreEnv.parse(data.env)
  const backup = (flags: Partial<BackupFlags> = {}, where = directory) =>
    outputOf(
      backupCommand(data.store, settings(), where, { verify: false, record: false, ...flags }),
    )
  const restore = (
    { instant, isReplacing = false, isConfirmed = isReplacing }: Partial<RestoreFrom> = {},
    where = directory,
  ) =>
    outputOf(restoreCommand(data.store, settings(), where, { instant, isReplacing, isConfirmed }))
  const verified = async () => (await verifyAll(data.store)).lines

  const { ref, schema } = DOCUMENTS.banners
  const openBanners = () => createDocument(data.store, ref, schema, { history: 'banners' })

  /** Adds banners sequentially: each is a version with its record. */
  async function addBanners(...texts: string[]) {
    const banners = openBanners()
    for (const text of texts) {
      await banners.change(
        (now) => {
          const messages = [...(now?.messages ?? []), { id: text, message: text, pages: ['radar'] }]
          return { next: { messages }, result: undefined }
        },
        { by: BY },
      )
    }
  }

  async function refs(): Promise<ObjectRef[]> {
    const found = BUCKETS.map(async (bucket) =>
      (await data.store.list(bucket)).map((key) => ({ bucket, key })),
    )
    return (await Promise.all(found)).flat()
  }

  /** Returns all stored objects byte for byte. */
  async function everything(): Promise<Record<string, unknown>> {
    const found: Record<string, unknown> = {}
    for (const one of await refs()) {
      const got = await data.store.get(one)
      if (got.kind === 'found') found[nameOf(one)] = [got.body.toString('base64'), got.meta]
    }
    return found
  }

  async function loseEverything() {
    for (const one of await refs()) await data.store.remove(one)
  }

  it('restores every byte, a continuing history and edits that can be undone', async () => {
    await replace(data.store, { bucket: 'main', key: 'of/others.bin' }, Buffer.from([0, 255, 32]))
    await addBanners('a', 'b')
    const before = await everything()
    expect(await backup()).toMatch(/^Backed up \d+ objects/)
    await loseEverything()
    expect(await restore()).toMatch(/^Restored \d+ objects/)
    expect(await everything()).toEqual(before)

    const banners = openBanners()
    const newest = await (await banners.past()).changes({}).next()
    const id = newest.value?.change.id ?? ''
    await undoChange(banners, id, { by: BY })
    expect(JSON.stringify((await banners.read())?.value)).not.toContain('"b"')
    await addBanners('c')
    expect(await verified()).toContain('banners: ok, 4 records')
  })

  it('copies changed objects and restores each backup by its instant', async () => {
    await addBanners('a')
    await backup()
    const first = await everything()
    await pause()
    const between = new Date()
    await addBanners('b')
    // The document and its record.
    expect(await backup()).toContain(', 2 of them (')
    expect(await backup()).toContain(', 0 of them (')
    const last = await everything()
    await loseEverything()
    await restore()
    expect(await everything()).toEqual(last)
    await loseEverything()
    expect(await restore({ instant: between })).toMatch(/^Restored/)
    expect(await everything()).toEqual(first)
    const instant = new Date('2020-01-01T00:00:00Z')
    expect(await restore({ instant, isReplacing: true })).toContain(
      'FAILED: No complete backup exists at or before 2020-01-01T00:00:00.000Z',
    )
    expect(await everything()).toEqual(first)
  })

  it('keeps the requested number of complete backups', async () => {
    for (const text of ['a', 'b', 'c']) {
      await addBanners(text)
      await backup({ keep: '2' })
    }
    const last = await everything()
    expect(await files('backups')).toHaveLength(2)
    const kept = await files('objects')
    expect(await backup({ keep: '1' })).toContain('Removed 2 older backups')
    // The document as it was at b.
    expect(await files('objects')).toHaveLength(kept.length - 1)
    await loseEverything()
    expect(await restore()).toMatch(/^Restored/)
    expect(await everything()).toEqual(last)
  })

  it('copies each document with exactly its history during concurrent edits', async () => {
    await addBanners('before')
    const inventory = async (bucket: Bucket) => {
      await addBanners('meanwhile')
      return data.store.inventory(bucket)
    }
    await backUp({ ...data.store, inventory }, directoryTarget(directory), { now: Date.now })
    await loseEverything()
    expect(await restore()).toMatch(/^Restored/)
    expect(await verified()).toContain('banners: ok, 1 record')
    await addBanners('after')
    const banners = openBanners()
    expect((await banners.read())?.value.messages.slice(-2)).toMatchObject([
      { id: 'before' },
      { id: 'after' },
    ])
    expect(await verified()).toContain('banners: ok, 2 records')
  })

  it('restarts when history records are deleted during the copy', async () => {
    await addBanners('a', 'b', 'c')
    let isForgotten = false
    const get: InventoriedStore['get'] = async (one, options) => {
      if (!isForgotten && one.key.startsWith('history/banners/records/')) {
        isForgotten = true
        const banners = openBanners()
        await banners.forget(Date.now() + 1)
      }
      return data.store.get(one, options)
    }
    await backUp({ ...data.store, get }, directoryTarget(directory), { now: Date.now })
    const last = await everything()
    await loseEverything()
    expect(await restore()).toMatch(/^Restored/)
    expect(await everything()).toEqual(last)
    expect(await verified()).toContain('banners: ok, 0 records')
  })

  it('overwrites no object that the backup lacks without confirmation', async () => {
    await backup()
    const before = await everything()
    await addBanners('since')
    const since = await everything()
    const rejected = await restore()
    expect(rejected).toContain('FAILED: The store has objects that differ from the backup of')
    expect(rejected).toContain('main/messages.json')
    expect(await everything()).toEqual(since)
    expect(await restore({ isReplacing: true })).toMatch(/^Restored/)
    expect(await everything()).toEqual(before)
  })

  it('previews deletions and replaces only after confirmation', async () => {
    await addBanners('kept')
    await backup()
    const before = await everything()
    await addBanners('lost', 'lost again')
    await replace(data.store, { bucket: 'main', key: 'other.json' }, Buffer.from('{}'))
    const since = await everything()
    const planned = await restore({ isReplacing: true, isConfirmed: false })
    expect(planned).toMatch(/^ {2}deletes 3 objects: main\/history\/banners\/.*main\/other\.json$/m)
    expect(planned).toMatch(/^ {2}replaces 1 object: main\/messages\.json$/m)
    expect(planned).toMatch(/^ {2}loses later changes: banners 2$/m)
    expect(planned).toMatch(/^ {2}npm run store -- restore --from \S+ --at \S+Z --replace --yes$/m)
    expect(await everything()).toEqual(since)
    expect(await restore({ isReplacing: true })).toMatch(/^Restored/)
    expect(await everything()).toEqual(before)
    expect(await restore({ isReplacing: true, isConfirmed: false })).toContain(
      ', 0 of them written',
    )
  })

  it('restores nothing from a damaged backup and names the object', async () => {
    await addBanners('here')
    await backup()
    const [path = ''] = await files('objects')
    const content = await readFile(path)
    await writeFile(path, Buffer.concat([content, Buffer.from(' ')]))
    await loseEverything()
    expect(await restore()).toMatch(
      /^FAILED: The backup of \S+ is damaged \((main|audit-tool|assistant)\/\S+\); nothing was restored/,
    )
    await rm(path)
    expect(await restore()).toContain('is damaged (')
    await writeFile(path, content)
    const [manifest = ''] = await files('backups')
    const text = await readFile(manifest, 'utf8')
    await writeFile(manifest, text.replace('messages.json', 'massages.json'))
    expect(await restore()).toContain('its manifest does not match its hash')
    expect(await everything()).toEqual({})
    await writeFile(manifest, text)
    expect(await restore()).toMatch(/^Restored/)
  })

  it('copies missing objects again, and damaged ones with --verify', async () => {
    await backup()
    const last = await everything()
    await rm(join(directory, 'objects'), { recursive: true })
    await backup()
    const [first = ''] = (await files('backups')).sort()
    await writeFile(first, '{')
    const [object = ''] = await files('objects')
    await writeFile(object, '{')
    expect(await backup()).toContain(', 0 of them (')
    expect(await backup({ verify: true })).toContain(', 1 of them (')
    await loseEverything()
    expect(await restore()).toMatch(/^Restored/)
    expect(await everything()).toEqual(last)
  })

  it('ignores an incomplete backup and continues after a kill', async () => {
    await addBanners(...Array.from({ length: 150 }, (_, n) => `banner ${n}`))
    const before = await everything()
    const killed = start(data.env, 'backup', directory)
    while ((await files('objects')).length < 20) await pause()
    killed.signal('SIGKILL')
    await killed.exit
    expect(await files('backups')).toEqual([])
    await loseEverything()
    expect(await restore()).toContain('No complete backup exists')
    expect(await everything()).toEqual({})

    for (const [name, [body, meta]] of Object.entries(before) as [string, [string, object]][]) {
      const [bucket, ...key] = name.split('/') as [(typeof BUCKETS)[number], ...string[]]
      const bytes = Buffer.from(body, 'base64')
      await data.store.put({ bucket, key: key.join('/') }, bytes, { absent: true }, { ...meta })
    }
    expect(await backup()).toMatch(/^Backed up/)
    await loseEverything()
    const half = start(data.env, 'restore', '--from', directory)
    while ((await refs()).length < 20) await pause()
    half.signal('SIGKILL')
    await half.exit
    expect((await refs()).length).toBeLessThan(Object.keys(before).length)
    // Documents are restored after the objects that they refer to.
    expect((await data.store.get(ref)).kind).toBe('missing')
    expect(await restore()).toMatch(/^Restored/)
    expect(await everything()).toEqual(before)
  }, 120_000)
})

describeOnS3('npm run store -- backup to a bucket, and restore from it', () => {
  it('isolates its prefix and restores the stored objects', async () => {
    const data = await openS3()
    try {
      await mkdir(join(data.bucketsIn, 'acme-backups'))
      const settings = StoreEnv.parse(data.env)
      const where = 's3://acme-backups/nightly'
      const backup = () =>
        backupCommand(data.store, settings, where, { verify: true, record: false, keep: '1' })
      await data.store.put(
        { bucket: 'main', key: 'note.json' },
        Buffer.from('{}'),
        { absent: true },
        { mark: '1' },
      )
      await backup()
      expect((await backup()).join()).toMatch(/, 0 of them .*Removed 1 older backups/)
      const other = { instant: undefined, isReplacing: false }
      const nothing = restoreCommand(data.store, settings, 's3://acme-backups/night', other)
      await expect(nothing).rejects.toThrow('No complete backup exists')
      const note = { bucket: 'main', key: 'note.json' } as const
      await data.store.remove(note)
      const { lines } = await restoreCommand(data.store, settings, where, other)
      expect(lines.join()).toContain(', 1 of them written')
      expect(await data.store.get(note)).toMatchObject({ meta: { mark: '1' } })
    } finally {
      await data.close()
    }
  }, 60_000)
})

describe('npm run store -- backup to a bucket', () => {
  const seen: IncomingHttpHeaders[] = []
  const kept = new Map<string, Buffer>()
  const server = createServer((req, res) => {
    const parts: Buffer[] = []
    req.on('data', (part: Buffer) => parts.push(part))
    req.once('end', () => {
      const key = decodeURIComponent((req.url ?? '').split('?')[0] ?? '')
      if (req.method === 'PUT') {
        seen.push({ ...req.headers, key })
        kept.set(key, Buffer.concat(parts))
      }
      const body = kept.get(key)
      if (req.method === 'GET' && key.split('/').length <= 3 && !body) {
        res.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>')
      } else res.writeHead(body ? 200 : 404).end(req.method === 'GET' ? body : undefined)
    })
  })
  afterAll(() => void server.close())

  async function backup(...args: string[]) {
    if (!server.listening) {
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
    }
    const { port } = server.address() as AddressInfo
    const command = start(
      {
        OBJECT_STORE: 'embedded',
        DATA_DIR: join(directory, 'data'),
        AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
        AWS_ACCESS_KEY_ID: 'key',
        AWS_SECRET_ACCESS_KEY: 'secret',
        CLOUD_REGION: 'us-east-1',
        S3_FORCE_PATH_STYLE: 'true',
        MAIN_BUCKET_NAME: 'acme-main',
      },
      'backup',
      ...args,
    )
    return { code: await command.exit, output: command.output() }
  }

  it('requests the configured encryption from the bucket', async () => {
    const flags = ['--encryption', 'aws:kms', '--kms-key', 'alias/backups']
    expect(await backup('s3://acme-backups/nightly/', ...flags)).toMatchObject({ code: 0 })
    expect(seen).not.toEqual([])
    for (const headers of seen) {
      expect(headers).toMatchObject({
        key: expect.stringMatching(/^\/acme-backups\/nightly\/(objects|backups)\//),
        'x-amz-server-side-encryption': 'aws:kms',
        'x-amz-server-side-encryption-aws-kms-key-id': 'alias/backups',
      })
    }
  })

  it.each([
    ['a bucket of the store', ['s3://acme-main/backups'], 1, 'is a bucket of the store'],
    ['an unknown encryption', ['s3://acme', '--encryption', 'rot13'], 2, 'Known: AES256'],
    ['keeping zero backups', ['s3://acme', '--keep', '0'], 2, '--keep must be an integer from 1'],
    ['an encrypted directory', ['here', '--encryption', 'AES256'], 1, 'applies to buckets only'],
  ] as const)('rejects %s', async (_what, args, exit, word) => {
    const { code, output } = await backup(...args)
    expect(code).toBe(exit)
    expect(output).toContain(word)
  })
})
