import { BODY_SIZES, Instant, RecordedChange, RecordedChanges } from '@landscape/contracts'
import type { Group } from '@landscape/identity'
import { shownChange } from '@landscape/history'
import { route, type Route } from '@landscape/http'
import { actorOf, ChangesQuery, PREVIEW, prepareAnswer, respond } from '@landscape/service'
import { z } from 'zod'
import type { Histories } from '../histories.ts'

const UNKNOWN = 'Unknown document'
const Undone = z.object({
  message: z.string(),
  dryRun: PREVIEW.dryRun,
  change: RecordedChange.extend({
    id: z.string().nullable().meta({ description: 'null for a dry run' }),
    at: z.string().nullable(),
  }),
})

export interface HistoryRoutesDeps {
  /** What administrators see: all documents. */
  all: Histories
  /** What reviewers see: the radar. */
  radar: Histories
}

/** Who changed what, for administrators and reviewers: pages, single changes, undoing, past states. */
export function historyRoutes({ all, radar }: HistoryRoutesDeps): Route[] {
  return [
    ...routesUnder('/admin/api', 'admin', 'all documents', all),
    ...routesUnder('/review/api', 'reviewer', 'the radar', radar),
    route({
      method: 'get',
      path: '/admin/api/documents/:document',
      summary: 'A document as it was at an instant',
      access: { anyGroup: ['admin'] },
      params: z.object({ document: z.enum(all.names, UNKNOWN) }),
      query: z.object({ at: Instant }),
      reply: z.unknown(),
      conditional: 'read',
      compressed: true,
      costly: true,
      codes: ['not-found'],
      async handle({ params, query, headers }) {
        const state = await all.stateAt(params.document, query.at)
        return respond(headers, prepareAnswer(state), { isPersonal: true })
      },
    }),
  ]
}

function routesUnder(
  prefix: '/admin/api' | '/review/api',
  group: Group,
  what: string,
  histories: Histories,
): Route[] {
  const access = { anyGroup: [group] }
  const one = { access, params: z.object({ id: z.string() }) }
  return [
    route({
      method: 'get',
      path: `${prefix}/history`,
      summary: `Changes of ${what}, newest first`,
      access,
      query: ChangesQuery.extend({ document: z.enum(histories.names, UNKNOWN).optional() }),
      reply: RecordedChanges,
      conditional: 'read',
      compressed: true,
      costly: true,
      async handle({ query, headers }) {
        return respond(headers, prepareAnswer(await histories.page(query)), { isPersonal: true })
      },
    }),
    route({
      ...one,
      method: 'get',
      path: `${prefix}/history/:id`,
      summary: `One change of ${what}`,
      reply: RecordedChange,
      conditional: 'read',
      compressed: true,
      codes: ['not-found'],
      async handle({ params, headers }) {
        const change = shownChange(await histories.find(params.id))
        return respond(headers, prepareAnswer(change), { isPersonal: true })
      },
    }),
    route({
      ...one,
      method: 'post',
      path: `${prefix}/history/:id/undo`,
      summary: `Take back one change of ${what} and leave later ones alone; dryRun says what that would do`,
      body: z.strictObject({ dryRun: z.boolean('Invalid dryRun').optional() }).optional(),
      bodySize: BODY_SIZES[`${prefix}/history`],
      reply: Undone,
      costly: true,
      codes: ['not-found', 'conflict'],
      async handle({ params, body: { dryRun = false } = {}, identity, requestId }) {
        const by = actorOf({ identity, requestId }, 'undo')
        const change = await histories.undo(params.id, { by, dryRun })
        return dryRun
          ? { message: 'This would undo the change', dryRun, change }
          : { message: 'Change undone successfully', change }
      },
    }),
  ]
}
