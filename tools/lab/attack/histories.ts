import { DOCUMENTS } from '@landscape/contracts/documents'
import { openDocuments } from '@landscape/store/documents/open-documents'
import { openArchive } from '@landscape/store/history/archive'
import { diff } from '@landscape/store/history/diff'
import { createRecorder } from '@landscape/store/history/recorder'
import { replace } from '@landscape/store/objects/directory'
import { createEmbeddedStore } from '@landscape/store/objects/embedded'
import type { ObjectStore } from '@landscape/store/objects/port'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { startProduction, type Production } from '../../../test/support/production.ts'
import type { AttackSuite } from './attack.ts'
import { whileOthersRead } from './costly-requests.ts'

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

/** A recursive implementation would overflow the stack. */
const UNDOS = 20_000
const EDITS = 40
const by = { actor: 'planter', email: 'planter@acme.example', requestId: 'planted' }

const position = (description: string) => ({ moved: 0, ringId: 'adopt', date: '2026', description })
const RADAR = {
  title: 'Radar',
  quadrants: [{ id: '1', name: 'Languages' }],
  rings: [{ id: 'adopt', name: 'ADOPT' }],
  entries: times(10, (n) => ({
    id: `entry-${n}`,
    title: `Entry ${n}`,
    quadrant: '1',
    description: '',
    timeline: times(1_000, (m) => position(`position ${m}`)),
  })),
}

/** A radar with long timelines and many edits. */
async function plantRadar(store: ObjectStore): Promise<void> {
  await replace(store, DOCUMENTS.radar.ref, Buffer.from(JSON.stringify(RADAR)))
  const logger = createLogger({ service: 'planter', level: 'silent', destination: { write() {} } })
  const { radar } = openDocuments(store, ['radar'], { logger })
  for (let n = 0; n < EDITS; n++) {
    const edit = (current = RADAR as object) => {
      const entries = (current as typeof RADAR).entries.map((entry) => ({
        ...entry,
        timeline: [...entry.timeline.slice(0, -1), position(`edit ${n}`)],
      }))
      return { next: { ...current, entries } as never, result: undefined }
    }
    await radar.change(edit, { by: { ...by, action: 'update radar' } })
  }
}

/** A list with one change, its undo, the undo of the undo, and so on. */
async function plantUndos(store: ObjectStore): Promise<void> {
  const { ref } = DOCUMENTS.arrayData
  const sides = { before: { languages: ['Go'] }, after: { languages: ['Go', 'Zig'] } }
  const edits = times(UNDOS + 1, (n) => ({
    actor: { email: by.email },
    action: n === 0 ? 'replace list' : 'undo',
    requestId: by.requestId,
    undoes: n === 0 ? undefined : `lists-1-${n}`,
    steps: diff(sides.before, sides.after),
    ...sides,
  }))
  const text = Buffer.from(JSON.stringify(sides.after))
  const recorder = createRecorder(openArchive(store, ref.bucket, 'lists'), {
    document: 'lists',
    clock: () => Date.now(),
  })
  const version = { text, value: sides.after }
  const { meta } = await recorder.record({ value: sides.before }, edits, version)
  await store.put(ref, text, { absent: true }, meta)
}

async function startPlanted(): Promise<Production> {
  const target = await startProduction({ services: ['gateway', 'admin-review'] })
  const store = createEmbeddedStore(target.dataDir)
  await plantRadar(store)
  await plantUndos(store)
  store.close()
  return target
}

/** Actions of administrators and reviewers on a long history. */
export const histories: AttackSuite = {
  name: 'histories',
  start: startPlanted,
  attacks: [
    {
      title: `one reviewer saves a version of a radar with 10,000 positions from ${EDITS} edits ago`,
      quick: true,
      run: (target) =>
        whileOthersRead(target, '/admin/api/array-data', (client, headers) =>
          client.post('/review/api/tech-radar/update', { entries: RADAR.entries }, headers),
        ),
    },
    {
      title: `one administrator undoes an undo ${UNDOS} times`,
      quick: true,
      async run({ client, issuer }) {
        const headers = issuer.headersFor({ email: 'ada@acme.example', groups: ['admin'] })
        const cursor = Buffer.from(JSON.stringify({ lists: [1, 2] })).toString('base64url')
        const paths = [
          '/admin/api/history/lists-1-1',
          '/admin/api/history?document=lists&limit=1',
          `/admin/api/history?document=lists&limit=1&cursor=${cursor}`,
        ]
        const seen: number[] = []
        for (const path of paths) seen.push((await client.get(path, headers)).status)
        return {
          held: seen.every((status) => status === 200),
          seen: `the first change and the pages of the history returned ${seen.join(', ')}`,
        }
      },
    },
  ],
}
