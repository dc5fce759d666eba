/** Run with `--expose-gc`, says how many bytes of each request outlive it until the whole heap is collected. */
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { getHeapSpaceStatistics } from 'node:v8'
import { createLogger } from '@landscape/logging'
import { serve } from './serve.ts'

const AT_ONCE = 40
const REQUESTS = 4_000
const collect = globalThis.gc as (options?: { type: 'minor' }) => void
const { port, drain } = await serve(
  (_req, res) => {
    Object.assign(res, { leaves: Array.from({ length: 1_000 }, () => 0) })
    setImmediate(() => res.end())
  },
  {
    host: '127.0.0.1',
    port: 0,
    logger: createLogger({ service: 'fixture', level: 'silent' }),
  },
)
const agent = new Agent({ keepAlive: true })

async function get(): Promise<void> {
  const call = request({ port, host: '127.0.0.1', agent }).end()
  const [answer] = (await once(call, 'response')) as [IncomingMessage]
  await text(answer)
}

/** Each of many callers asks again as soon as it has its answer. */
async function ask(times: number): Promise<void> {
  let asked = 0
  const caller = async () => {
    while (asked++ < times) {
      await get()
      if (asked % 2_000 > 0) continue
      // What is alive at the second is taken for old.
      collect({ type: 'minor' })
      collect({ type: 'minor' })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
}

/** Bytes that only a collection of the whole heap frees. */
function oldBytes(): number {
  const old = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')
  return old?.space_used_size ?? Number.NaN
}

await ask(1_000)
collect()
const before = oldBytes()
await ask(REQUESTS)
process.stdout.write(String((oldBytes() - before) / REQUESTS))
agent.destroy()
await drain()
