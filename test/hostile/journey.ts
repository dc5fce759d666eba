import { peakMegabytes } from '../support/peak-memory.ts'
import { SERVICE_NAMES, type ServiceName } from '../../tools/start/plan.ts'
import { createSender } from './client.ts'
import { asObject } from './description.ts'
import { createFound } from './found.ts'
import { costlyOf, faultsOf, overgrown } from './faults.ts'
import type { Silence } from './liveness.ts'
import { KINDS, type Sent } from './records.ts'
import { bodies, type Extent } from './requests.ts'
import { hostileDocument, sampleOf, STORED } from './stored.ts'
import { allowedBytes, historyBytes } from './stored-bytes.ts'
import { startServices, startStage, type Stage } from './stage.ts'
import { visit, type Visit } from './visit.ts'

export interface JourneyOptions extends Extent {
  kinds: readonly string[]
  /** Hostile projects in the store. */
  projects: number
  /** Hostile elements of each other stored document; only those of the sample when 0. */
  elements: number
  /** Hostile bodies of each operation that edits. */
  bodies: number
}

const PROJECTS = 'audit-tool/new_project_data.json'

/** The faults on the way, in sentences, and the measures of the processes. */
export interface Journey {
  requests: number
  onSample: string[]
  onHostile: string[]
  afterEdit: string[]
  ofBodies: string[]
  grown: string[]
  /** Requests that cost too much processor time. */
  costly: string[]
  ended: ServiceName[]
  silences: Silence[]
  peaks: Partial<Record<ServiceName, number>>
  steps: Partial<Record<ServiceName, number>>
  /** Bytes that the records added to the history, and the maximum. */
  history: { added: number; allowed: number }
  /** Names in the counts of this month. */
  monthNames: number
}

/** From the sample landscape to the hostile one, past an edit of somebody else, to hostile bodies. */
export async function travel(options: JourneyOptions): Promise<Journey> {
  const stage = await startStage()
  try {
    return await travelOn(stage, options)
  } finally {
    await stage.stop()
  }
}

const sampleVisits = new Map<string, Visit>()

/** The responses of the sample landscape are the same for each journey of the same extent. */
async function visitSample(stage: Stage, { values, listed }: Extent): Promise<Visit> {
  const extent = `${values} ${listed}`
  const visited = sampleVisits.get(extent) ?? (await visit(stage, { values, listed }))
  sampleVisits.set(extent, visited)
  return visited
}

async function travelOn(stage: Stage, options: JourneyOptions): Promise<Journey> {
  const all = Object.keys(STORED).map((name) => [name, sampleOf(name)] as const)
  const samples = new Map(all.filter(([, value]) => value !== undefined))
  await stage.store(samples)
  await startServices(stage)
  const sample = await visitSample(stage, options)

  if (options.elements > 0) {
    const documents = Object.keys(STORED).map((name) => {
      const count = name === PROJECTS ? options.projects : options.elements
      return [name, hostileDocument(name, count)] as const
    })
    await stage.store(new Map(documents))
  }
  const sent = options.kinds.flatMap((kind) => KINDS[kind]?.() ?? [])
  const bytesBefore = historyBytes(stage)
  const rejected = await sendRecords(stage, sent)
  const allowed = sent.map(({ project, next }) => allowedBytes([project, ...(next ?? [])]))
  const history = {
    added: historyBytes(stage) - bytesBefore,
    allowed: allowed.reduce((sum, bytes) => sum + bytes, 0),
  }
  const hostile = await visit(stage, options)

  const storedBytes = hostile.isBroken ? 0 : await editOfSomebody(stage)
  // After a fault that stops a service, more requests would only wait.
  const edited = hostile.isBroken ? hostile : await visit(stage, options)
  const ofBodies = edited.isBroken ? [] : await sendBodies(stage, options)
  const monthNames = edited.isBroken ? Infinity : await namesOfMonth(stage)
  const alive = SERVICE_NAMES.filter((name) => !stage.ended().includes(name))
  const values = <T>(read: (name: ServiceName) => Promise<T>) =>
    Promise.all(alive.map(async (name) => [name, await read(name)] as const))
  return {
    requests: edited.answers.size,
    onSample: faultsOf(sample),
    onHostile: [...rejected, ...faultsOf(hostile, sample)],
    afterEdit: faultsOf(edited, sample),
    ofBodies,
    grown: overgrown(edited, hostile, storedBytes),
    costly: [...costlyOf(hostile), ...costlyOf(edited)],
    ended: stage.ended(),
    silences: [sample, hostile, edited].flatMap(({ silences }) => silences),
    peaks: Object.fromEntries(await values((name) => peakMegabytes(stage.landscape, name))),
    steps: Object.fromEntries(await values((name) => maxSteps(stage, name))),
    history,
    monthNames,
  }
}

/** Sends records as their owners; the registry stores all of them. */
async function sendRecords(stage: Stage, records: readonly Sent[]): Promise<string[]> {
  const { send, close } = createSender()
  const faults: string[] = []
  const base = `${stage.landscape.url}/api/v1/projects`
  for (const { owner, project, next } of records) {
    const name = String(asObject(project.details[0])['name'])
    const write = async (method: string, url: string, body: object) => {
      const { status, text } = await send(method, url, stage.headersOf({ email: owner }), body)
      if (status >= 300) faults.push(`${method} ${name.slice(0, 40)}: ${status} ${text}`)
    }
    await write('POST', base, project)
    for (const version of next ?? [])
      await write('PUT', `${base}/${encodeURIComponent(name)}`, version)
  }
  close()
  return faults
}

/** @returns the bytes of the stored record */
async function editOfSomebody(stage: Stage): Promise<number> {
  const project = {
    user: [{ email: 'someone@acme.example', roles: ['Editor'] }],
    details: [{ name: 'Edit of somebody else', programme_name: 'Harbour Operations' }],
    architecture: { languages: { main: ['Java'], others: [] } },
  }
  const owner = 'someone@acme.example'
  await sendRecords(stage, [{ owner, project }])
  return JSON.stringify(project).length
}

/** Sends every body to every operation that edits; only a server error is a fault. */
async function sendBodies(stage: Stage, { bodies: count }: JourneyOptions): Promise<string[]> {
  const { send, close } = createSender()
  const answers: Visit['answers'] = new Map()
  for (const asked of bodies(createFound(), count)) {
    if (stage.ended().length > 0) break
    const { method, target, caller, body } = asked
    const answer = await send(method, stage.landscape.url + target, stage.headersOf(caller), body)
    const key = `${caller} ${method} ${target}`
    const answered = {
      asked,
      status: answer.status,
      bytes: 0,
      processorMs: 0,
      detail: answer.text.slice(0, 300),
    }
    ;(answers as Map<string, typeof answered>).set(`${key} ${answers.size}`, answered)
  }
  close()
  return faultsOf({ answers, silences: [], isBroken: false })
}

async function namesOfMonth(stage: Stage): Promise<number> {
  await stage.command('tools/landscape-keep.ts')
  const text = await stage.command('tools/store.ts', 'cat', 'main/landscape_months.json')
  const months = JSON.parse(text) as { month: string; technologies: object }[]
  const now = new Date().toISOString().slice(0, 7)
  return Object.keys(months.find(({ month }) => month === now)?.technologies ?? {}).length
}

/** The metric of the most steps in one turn of the event loop; without it, as many as there are. */
async function maxSteps({ metrics }: Stage, service: ServiceName): Promise<number> {
  const signal = AbortSignal.timeout(10_000)
  const read = async () => (await fetch(metrics.get(service) ?? '', { signal })).text()
  const text = await read().catch(() => '')
  return Number(/^landscape_event_loop_steps_max (\d+)$/m.exec(text)?.[1] ?? Infinity)
}
