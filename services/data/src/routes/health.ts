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
      id: 'getHealth',
      tag: 'Health',
      summary: 'Health of the process',
      description: 'Says that the data service answers, and nothing of the store: `/readyz` does.',
      example: {
        status: 'healthy',
        timestamp: '2026-11-21T10:00:00.000Z',
        uptime: 86_400.25,
        memory: { rss: 115_576_832, heapTotal: 35_287_040, heapUsed: 25_050_120 },
        pid: 17,
      },
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
