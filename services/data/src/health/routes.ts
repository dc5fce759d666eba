import { reply } from '@landscape/http/responses/reply'
import { route, type Route } from '@landscape/http/route/route'
import { SHARED_STATE } from '@landscape/http/request/shared-read'
import { z } from 'zod'

/** Seconds since the start, and memory statistics in bytes. */
export type ProcessFacts = Pick<NodeJS.Process, 'pid' | 'uptime' | 'memoryUsage'>

/** Maximum age of memory statistics: the system call takes longer than the rest of the response. */
const MEMORY_AGE_MS = 1_000

/** `/api/health` reports on the process alone: load balancers rely on it while the store is unavailable. */
export function processHealthRoute(process: ProcessFacts, now: () => number): Route {
  const readMemory = createMemoryReader(process, now)
  return route({
    method: 'get',
    path: '/api/health',
    id: 'getHealth',
    tag: 'Health',
    summary: 'Health of the process',
    description:
      'Reports that the data service runs. It does not check the store: `/readyz` does. ' +
      '`memory` is at most a second old.',
    access: 'public',
    reply: z.object({
      status: z.literal('healthy'),
      timestamp: z.string(),
      uptime: z.number(),
      memory: z.record(z.string(), z.number()),
      pid: z.int(),
    }),
    replyHeaders: { 'x-health-check': 'always `true`' },
    handle: () => {
      const timestamp = new Date(now()).toISOString()
      const { pid } = process
      return reply(
        200,
        { status: 'healthy', timestamp, uptime: process.uptime(), memory: readMemory(), pid },
        { ...SHARED_STATE, 'x-health-check': 'true' },
      )
    },
  })
}

function createMemoryReader({ memoryUsage }: ProcessFacts, now: () => number) {
  let memory: Record<string, number> = {}
  let readAt = -Infinity
  return () => {
    const at = now()
    if (Math.abs(at - readAt) > MEMORY_AGE_MS) {
      memory = { ...memoryUsage() }
      readAt = at
    }
    return memory
  }
}
