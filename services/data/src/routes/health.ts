import { reply, route, type Route } from '@landscape/http'
import { z } from 'zod'

/** What the health check tells of: seconds since the start, and memory statistics in bytes. */
export type ProcessFacts = Pick<NodeJS.Process, 'pid' | 'uptime' | 'memoryUsage'>

/** `/api/health` says that the process answers; it asks nothing of the store (contract of load balancers). */
export function processHealthRoutes(facts: ProcessFacts, now: () => number): Route[] {
  return [
    route({
      method: 'get',
      path: '/api/health',
      summary: 'Health of the process',
      access: 'public',
      reply: z.object({
        status: z.literal('healthy'),
        timestamp: z.string(),
        uptime: z.number(),
        memory: z.record(z.string(), z.number()),
        pid: z.int(),
      }),
      replyHeaders: { 'x-health-check': 'true' },
      handle: () =>
        reply(
          200,
          {
            status: 'healthy',
            timestamp: new Date(now()).toISOString(),
            uptime: facts.uptime(),
            memory: { ...facts.memoryUsage() },
            pid: facts.pid,
          },
          { 'cache-control': 'no-cache', 'x-health-check': 'true' },
        ),
    }),
  ]
}
