import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { processorMs } from '../support/processor-time.ts'
import { createSender, type Answer } from './client.ts'
import type { Operation } from './description.ts'
import { createFound, type Asked } from './found.ts'
import { watchLiveness, type Silence } from './liveness.ts'
import { previews, reads, type Extent } from './requests.ts'
import type { Stage } from './stage.ts'
import { toolCalls } from './tools-of-agents.ts'

/** The responses to every request. */
export interface Visit {
  answers: ReadonlyMap<string, Answered>
  silences: readonly Silence[]
  /** Whether it ended early. */
  isBroken: boolean
}

export interface Answered {
  asked: Asked
  status: number
  bytes: number
  /** Processor time of all services until the response; requests at the same time share it. */
  processorMs: number
  /** The beginning of the body of an error. */
  detail: string
}

const CONCURRENT = 2
/** Time until a gateway on a busy machine forwards requests again. */
const RETRY_MS = 500
const MAX_RETRIES = 40

/** Requests every read, preview and tool as every caller; lists first, then what they list. */
export async function visit(stage: Stage, extent: Extent): Promise<Visit> {
  const { send, close } = createSender()
  const found = createFound()
  const answers = new Map<string, Answered>()
  const running = new Set<string>()
  const liveness = watchLiveness(stage, () => [...running].join(' and '))

  // Then every response is an error, or takes very long.
  const isOver = () => stage.ended().length > 0 || liveness.isHopeless()

  // A process that ends in the meantime has no processor time.
  const costs = () => processorMs(stage.landscape).catch(() => 0)

  async function ask(asked: Asked, isRepeated = false): Promise<void> {
    const key = keyOf(asked)
    if (isOver() || (answers.has(key) && !isRepeated)) return
    running.add(key)
    const url = stage.landscape.url + asked.target
    const headers = stage.headersOf(asked.caller)
    const before = await costs()
    let answer = await send(asked.method, url, headers, asked.body)
    for (let retries = 0; isNotForwarded(answer) && !isOver() && retries < MAX_RETRIES; retries++) {
      await setTimeout(RETRY_MS)
      answer = await send(asked.method, url, headers, asked.body)
    }
    running.delete(key)
    answers.set(key, {
      asked,
      status: answer.status,
      bytes: answer.bytes,
      processorMs: (await costs()) - before,
      detail: detailOf(answer),
    })
    found.add(asked, answer)
  }
  const askAll = async (all: readonly Asked[], isRepeated = false) => {
    const waiting = all.values()
    const work = async () => {
      for (const asked of waiting) await ask(asked, isRepeated)
    }
    await Promise.all(Array.from({ length: CONCURRENT }, work))
  }
  const lists = reads(found, { ...extent, listed: 0 }).filter(isList)
  await askAll(lists)
  // Lists of the elements of lists, then their elements.
  for (let depth = 0; depth < 3; depth++) await askAll(reads(found, extent))
  await askAll(previews(found, extent.values))
  if (!isOver()) await askAll(await toolCalls(send, stage, found, extent))
  // The first page after a change may omit parts that are not computed yet.
  await askAll(lists.filter(isPage), true)
  const isBroken = isOver()
  const silences = await liveness.stop()
  close()
  return { answers, silences, isBroken }
}

/** The gateway marks a service that responds late as unavailable. */
function isNotForwarded({ status, text }: Answer): boolean {
  return status === 503 && text.includes('service is not available')
}

function isList({ operation }: { operation: Operation }): boolean {
  return !operation.path.includes('{')
}

function isPage({ target }: Asked): boolean {
  return target === '/'
}

function keyOf({ caller, method, target, body }: Asked): string {
  const own = body === undefined ? '' : JSON.stringify(body)
  const mark = own.length > 200 ? createHash('sha256').update(own).digest('hex').slice(0, 8) : own
  return `${caller} ${method} ${target} ${mark}`.trim()
}

function detailOf({ status, text }: Answer): string {
  return status >= 200 && status < 400 && !text.includes('-32603') ? '' : text.slice(0, 300)
}
