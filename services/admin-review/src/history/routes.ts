import { BODY_SIZES } from '@landscape/contracts/body-sizes'
import { CONTROL, strictly } from '@landscape/contracts/control-members'
import { describedAs } from '@landscape/contracts/described-as'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { Instant, RecordedChange, RecordedChanges } from '@landscape/contracts/history'
import type { Group, Identity } from '@landscape/contracts/identity'
import { ProjectsShape } from '@landscape/contracts/project-shape'
import { ListsShape, RadarShape, StoredBannersShape } from '@landscape/contracts/shapes'
import { ChangesQuery } from '@landscape/http/request/changes-query'
import { NEXT_PAGE } from '@landscape/http/request/page-query'
import { respond } from '@landscape/http/responses/conditional-read'
import { actorOf } from '@landscape/http/responses/documents'
import { prepareJson } from '@landscape/http/responses/prepared-response'
import { respondList } from '@landscape/http/responses/respond-list'
import { ROW_FORMAT, rowFormat, ROW_TYPES } from '@landscape/http/responses/rows'
import { type Route, route } from '@landscape/http/route/route'
import { shownChange } from '@landscape/store/history/past'
import { z } from 'zod'
import { adminHistories, type CallersHistories, type Histories } from './histories.ts'
import { Undone } from './reply.ts'

const UNKNOWN = 'Unknown document'
/** Columns of the CSV; NDJSON also has the operations. */
const COLUMNS = (
  'id at document actor.email action summary subjects removal.of removal.count removal.total ' +
  'requestId undoes undoneBy'
).split(' ')
/** The stored document, valid or not. */
const StateOfDocument = describedAs(
  z.unknown(),
  z.union([RadarShape, StoredBannersShape, ProjectsShape, ListsShape]),
)

/** Path parameter: id of a change. */
export const ChangeId = z.object({
  id: z.string().meta({
    description:
      '`id` of a change, from [listChanges](/docs#/History/listChanges) or ' +
      '[listRadarChanges](/docs#/History/listRadarChanges)',
    param: { example: 'radar-1-1' },
  }),
})

interface Scope {
  prefix: '/admin/api' | '/review/api'
  group: Group
  /** Part of the operation ids. */
  of: '' | 'Radar'
  /** The documents, for summaries. */
  documents: string
  /** One of them, for summaries. */
  document: string
  names: Histories['names']
  historiesOf: (identity: Identity) => Histories
}

const READ = {
  method: 'get',
  tag: 'History',
  conditional: 'read',
  compressed: true,
  costly: true,
} as const

/** History for administrators and reviewers: changes, undo, past states. */
export function historyRoutes(histories: CallersHistories): Route[] {
  const { all, radar } = histories
  const ofAdmin = (identity: Identity) => adminHistories(histories, identity)
  const scopes: Scope[] = [
    {
      prefix: '/admin/api',
      group: 'admin',
      of: '',
      documents: 'all documents',
      document: 'any document',
      names: all.names,
      historiesOf: ofAdmin,
    },
    {
      prefix: '/review/api',
      group: 'reviewer',
      of: 'Radar',
      documents: 'the radar and its editions',
      document: 'the radar',
      names: radar.names,
      historiesOf: () => radar,
    },
  ]
  return [
    ...scopes.flatMap((scope) => [listRoute(scope), changeRoute(scope), undoRoute(scope)]),
    documentRoute(all.names, ofAdmin),
  ]
}

function listRoute({ prefix, group, of, documents, names, historiesOf }: Scope): Route {
  const path = `${prefix}/history` as const
  return route({
    ...READ,
    path,
    id: `list${of}Changes`,
    summary: `Changes of ${documents}, newest first`,
    description:
      'A page holds at most `limit` changes; `next` is the cursor of the next page, null on the last. ' +
      'CSV has no `operations`. A damaged history is a 500 as CSV and NDJSON, which have no `gaps`.',
    otherTypes: ROW_TYPES,
    access: { anyGroup: [group] },
    strictQuery: true,
    query: ChangesQuery.extend({
      document: z
        .enum(names, UNKNOWN)
        .optional()
        .meta({ description: 'only changes of this document', examples: ['radar'] }),
      ...ROW_FORMAT,
    }),
    reply: RecordedChanges,
    replyHeaders: NEXT_PAGE,
    async handle({ query, headers, identity }) {
      const { since, until } = query
      return respondList<RecordedChanges>(headers, {
        path,
        query: { ...query, since: isoOf(since), until: isoOf(until) },
        columns: COLUMNS,
        rowsOf: ({ changes }) => changes,
        async build() {
          const page = await historiesOf(identity).page(query)
          const [gap] = page.gaps ?? []
          if (gap && rowFormat(headers, query) !== 'json')
            throw new DomainError('failed', `The history is damaged: ${gap.detail}`)
          return { body: page, next: page.next ?? undefined }
        },
        options: { isPersonal: true },
      })
    },
  })
}

const isoOf = (instant: number | undefined) =>
  instant === undefined ? undefined : new Date(instant).toISOString()

function changeRoute({ prefix, group, of, document, historiesOf }: Scope): Route {
  return route({
    ...READ,
    path: `${prefix}/history/:id`,
    id: `get${of}Change`,
    summary: `One change of ${document}`,
    description: 'Author, time, request, and each altered path with its values before and after.',
    access: { anyGroup: [group] },
    params: ChangeId,
    reply: RecordedChange,
    codes: ['not-found'],
    async handle({ params, headers, identity }) {
      const change = shownChange(await historiesOf(identity).find(params.id))
      return respond(headers, prepareJson(change), { isPersonal: true })
    },
  })
}

function undoRoute({ prefix, group, of, document, historiesOf }: Scope): Route {
  return route({
    method: 'post',
    path: `${prefix}/history/:id/undo`,
    id: `undo${of}Change`,
    tag: 'History',
    summary: `Undo one change of ${document}`,
    description:
      'Reverts one change and keeps later ones; `dryRun` previews it. ' +
      'Later changes to the same paths are a 409 with the paths and changes in `conflicts`.',
    access: { anyGroup: [group] },
    params: ChangeId,
    body: z
      .strictObject({ dryRun: CONTROL.dryRun }, { error: strictly('Invalid undo') })
      .optional(),
    bodySize: BODY_SIZES[`${prefix}/history`],
    reply: Undone,
    costly: true,
    codes: ['not-found', 'conflict', 'insufficient-storage'],
    async handle({ params, body: { dryRun = false } = {}, identity, requestId }) {
      const by = actorOf({ identity, requestId }, 'undo')
      const change = await historiesOf(identity).undo(params.id, { by, dryRun })
      return dryRun
        ? { message: 'This would undo the change', dryRun, change }
        : { message: 'Change undone successfully', change }
    },
  })
}

function documentRoute(names: Histories['names'], historiesOf: Scope['historiesOf']): Route {
  return route({
    ...READ,
    path: '/admin/api/documents/:document',
    id: 'getDocumentAt',
    summary: 'A document at an instant',
    description: 'The complete document as it was stored, valid or not.',
    access: { anyGroup: ['admin'] },
    params: z.object({
      document: z
        .enum(names, UNKNOWN)
        .meta({ description: 'name of the document', param: { example: 'radar' } }),
    }),
    query: z.object({
      at: Instant.meta({
        description:
          'ISO 8601, not before the first change of the document in ' +
          '[listChanges](/docs#/History/listChanges)',
        param: { example: '2026-10-06T09:30:00.000Z' },
      }),
    }),
    reply: StateOfDocument,
    codes: ['not-found'],
    async handle({ params, query, headers, identity }) {
      const state = await historiesOf(identity).stateAt(params.document, query.at)
      return respond(headers, prepareJson(state), { isPersonal: true })
    },
  })
}
