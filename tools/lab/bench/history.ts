import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DOCUMENTS } from '@landscape/contracts/documents'
import { createDocument, type StoredDocument } from '@landscape/store/documents/document'
import { openArchive } from '@landscape/store/history/archive'
import { diff } from '@landscape/store/history/diff'
import { createRecorder } from '@landscape/store/history/recorder'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import type { ObjectRef, ObjectStore } from '@landscape/store/objects/port'
import { z } from 'zod'
import { median, withProcesses, type Measurement } from './measure.ts'
import { generateProjects } from './generate-projects.ts'
import { SECRET, signIn, textOf } from './registry-client.ts'
import { storeOnDisk } from './store-on-disk.ts'

const ROUNDS = 5
const READS = 25
const WRITERS = 100
const EDITS_EACH = 20
const PAGE = 50
const REF: ObjectRef = DOCUMENTS.projects.ref
const Projects = z.looseObject({ projects: z.array(z.unknown()) })
type Projects = z.infer<typeof Projects>

/** Measures recording and reading the history of a document on the embedded store. */
export async function benchHistory(): Promise<Measurement[]> {
  const writes: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const without = await perSecond('')
    writes.push((await perSecond('projects')) / without)
  }
  const long = await withStore((store) => readTimesAfter(store, 100_000))
  const short = await withStore((store) => readTimesAfter(store, 1_000))
  return [
    {
      label: `edits a second of ${WRITERS} writers of the registry with history / without`,
      values: writes,
    },
    {
      label: 'additional store calls per commit with history',
      values: [(await callsPerCommit({ history: 'projects' })) - (await callsPerCommit({}))],
    },
    {
      label: `a page of ${PAGE} changes, history of 100,000 changes / 1,000 (${long.page.toFixed(1)} ms)`,
      values: [long.page / short.page],
    },
    {
      label: `a past state, history of 100,000 changes / 1,000 (${long.state.toFixed(0)} ms)`,
      values: [long.state / short.state],
    },
    {
      label: 'kilobytes on disk for each edit of a 14 MB document',
      values: [await withStore(bytesOfAnEdit)],
    },
  ]
}

/** Edits per second of writers who each edit their own project sequentially through the service. */
async function perSecond(history: string): Promise<number> {
  const { directory, remove } = await storeOnDisk((store) =>
    store.put(REF, textOf(generateProjects(500)), { absent: true }),
  )
  try {
    return await withProcesses(async (start) => {
      const env = { DATA_DIR: directory, INTERNAL_TOKEN_SECRET: SECRET, HISTORY: history }
      const url = await start('history/registry.ts', env)
      const all = (edits: number) =>
        Promise.all(Array.from({ length: WRITERS }, (_, index) => write(url, index, edits)))
      await all(5)
      const started = performance.now()
      await all(EDITS_EACH)
      return (WRITERS * EDITS_EACH * 1_000) / (performance.now() - started)
    })
  } finally {
    remove()
  }
}

async function write(url: string, index: number, edits: number): Promise<void> {
  const owner = await signIn(url, index)
  for (let i = 0; i < edits; i++) await owner.edit(`${edits}-${i}`)
}

function callsPerCommit(options: { history?: string }): Promise<number> {
  return withStore(async (real) => {
    let calls = 0
    let commits = 0
    const store: ObjectStore = {
      ...real,
      get: (...args) => (calls++, real.get(...args)),
      put: (...args) => (calls++, real.put(...args)),
    }
    await real.put(REF, textOf(generateProjects(500)), { absent: true })
    const observers = [{ commit: () => commits++ }]
    const document = createDocument(store, REF, Projects, { ...options, observers })
    await edit(document, 0, 'first')
    calls = 0
    commits = 0
    for (let i = 1; i <= 20; i++) await edit(document, i, 'counted')
    return calls / commits
  })
}

async function edit(
  document: StoredDocument<Projects>,
  index: number,
  stage: string,
): Promise<void> {
  await document.change(
    (current = { projects: [] }) => {
      const next = current.projects.with(index, { ...(current.projects[index] as object), stage })
      return { next: { ...current, projects: next }, result: undefined }
    },
    { by: { actor: String(index), action: 'measure', email: `p${index}@acme.example` } },
  )
}

/** Milliseconds to read a page and a past state without cached history. */
async function readTimesAfter(
  store: ObjectStore,
  changes: number,
): Promise<Record<'page' | 'state', number>> {
  const document = { value: generateProjects(100), etag: '0', meta: {} }
  let at = Date.parse('2026-01-01T00:00:00Z')
  const recorder = createRecorder(openArchive(store, REF.bucket, 'projects'), {
    document: 'projects',
    clock: () => at,
  })
  let version: { value: Projects; etag: string; meta: Readonly<Record<string, string>> } = document
  for (let n = 0; n < changes; n++) {
    at += 1_000
    const before = version.value
    const changed = { ...(before.projects[n % 100] as object), stage: String(n) }
    const value = { projects: before.projects.with(n % 100, changed) }
    const recorded = await recorder.record(
      version,
      [
        {
          actor: null,
          action: 'x',
          requestId: undefined,
          steps: diff(before, value),
          before,
          after: value,
        },
      ],
      { text: textOf(value), value },
    )
    version = { value, etag: String(n + 1), meta: recorded.meta }
    recorded.stored(version.etag)
  }
  await store.put(REF, textOf(version.value), { absent: true }, version.meta)
  const begun = at - changes * 1_000
  const page = await medianMs(store, async (opened) => {
    let count = 0
    for await (const _ of (await opened.past()).changes({})) if (++count === PAGE) break
  })
  const state = await medianMs(store, async (opened) => {
    await (await opened.past()).stateAt(begun + (changes / 2) * 1_000)
  })
  return { page, state }
}

async function medianMs(
  store: ObjectStore,
  read: (document: StoredDocument<Projects>) => Promise<void>,
): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < READS; i++) {
    const started = performance.now()
    await read(createDocument(store, REF, Projects, { history: 'projects' }))
    times.push(performance.now() - started)
  }
  return median(times)
}

async function bytesOfAnEdit(store: ObjectStore): Promise<number> {
  const edits = 40
  await store.put(REF, textOf(generateProjects(15_000)), { absent: true })
  const document = createDocument(store, REF, Projects, { history: 'projects' })
  for (let n = 0; n < edits; n++) await edit(document, n, 'measured')
  let bytes = 0
  for (const key of await store.list(REF.bucket, 'history/projects/records/')) {
    const got = await store.get({ bucket: REF.bucket, key })
    if (got.kind === 'found') bytes += got.body.length
  }
  return bytes / edits / 1_024
}

async function withStore<R>(measure: (store: ObjectStore) => Promise<R>): Promise<R> {
  const directory = mkdtempSync(join(tmpdir(), 'landscape-bench-'))
  const store = createEmbeddedStore(directory)
  try {
    return await measure(store)
  } finally {
    store.close()
    rmSync(directory, { recursive: true })
  }
}
