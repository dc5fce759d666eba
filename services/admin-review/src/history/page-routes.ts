import { BODY_SIZES } from '@landscape/contracts/body-sizes'
import { strictly } from '@landscape/contracts/control-members'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { type Identity, mayAct } from '@landscape/contracts/identity'
import { asRecord, recordsOf, stringOf } from '@landscape/contracts/json'
import { pathSegment } from '@landscape/contracts/url-with'
import { ChangesQuery } from '@landscape/http/request/changes-query'
import { actorOf } from '@landscape/http/responses/documents'
import { PAGE, respondPage } from '@landscape/http/responses/pages'
import { reply } from '@landscape/http/responses/reply'
import { type Route, route } from '@landscape/http/route/route'
import type { Undone } from '@landscape/store/documents/undo-change'
import { shownChange, type ShownChange } from '@landscape/store/history/past'
import { z } from 'zod'
import { urlOf } from './change-section.ts'
import { adminHistories, canBeUndone, type CallersHistories, type Histories } from './histories.ts'
import { changesPage } from './list-page.ts'
import { changeDetailPage } from './page.ts'
import { UndoConflict } from './reply.ts'
import { ChangeId } from './routes.ts'

const READ = { ...PAGE, access: { anyGroup: ['reviewer'] }, costly: true } as const
const PER_PAGE = 20
/** Maximum number of later changes that a page names. */
const MAX_LATER = 5
/** Maximum number of technologies to which a page links. */
const MAX_TECHNOLOGIES = 20
/** Maximum length of a name in an address (characters). */
const MAX_NAME = 200
const NOT_CONFIRMED = 'Undoing is not confirmed'

type HistoriesOf = (identity: Identity) => Histories

/** HTML pages of recent changes: all documents for administrators, the radar for reviewers. */
export function changesRoutes(histories: CallersHistories): Route[] {
  const historiesOf: HistoriesOf = (identity) =>
    mayAct(identity, ['admin']) ? adminHistories(histories, identity) : histories.radar
  return [
    changesRoute(historiesOf, histories.all.names),
    changeRoute(historiesOf),
    undoRoute(historiesOf),
  ]
}

function changesRoute(historiesOf: HistoriesOf, names: Histories['names']): Route {
  return route({
    ...READ,
    path: '/changes',
    id: 'showChanges',
    tag: 'Pages',
    summary: 'Page of recent changes',
    description:
      'The summary of each change, with author, time, and values before and after. ' +
      'Works without JavaScript. Administrators see all documents, reviewers the radar and its editions.',
    query: ChangesQuery.pick({ subject: true, actor: true, cursor: true }).extend({
      // A form sends its empty fields.
      document: z
        .enum(['', ...names], 'Unknown document')
        .optional()
        .meta({ description: 'only changes of this document', examples: ['radar'] }),
    }),
    async handle({ query: { cursor, document, subject, actor }, identity, headers }) {
      const histories = historiesOf(identity)
      const filter = {
        document: document || undefined,
        subject: subject || undefined,
        actor: actor || undefined,
      }
      const changes = await histories.page({ ...filter, cursor, limit: PER_PAGE })
      const page = changesPage(changes, { filter, documents: histories.names, canBeUndone })
      return respondPage(headers, page)
    },
  })
}

function changeRoute(historiesOf: HistoriesOf): Route {
  return route({
    ...READ,
    path: '/changes/:id',
    id: 'showChange',
    tag: 'Pages',
    summary: 'Page of one change with its undo',
    description:
      'Describes the effect of the undo, with a button. If the change cannot be undone, the ' +
      'page shows the conflicting changes instead.',
    params: ChangeId,
    codes: ['not-found'],
    async handle({ params: { id }, identity, requestId, headers }) {
      const histories = historiesOf(identity)
      const change = shownChange(await histories.find(id))
      const by = actorOf({ identity, requestId }, 'undo')
      const preview = await undo(histories, id, { by, dryRun: true })
      const later = 'conflict' in preview ? laterChanges(preview.conflict) : []
      const named = change.undoneBy === null ? later : [change.undoneBy]
      const prefix = mayAct(identity, ['admin']) ? '/admin/api' : '/review/api'
      const page = changeDetailPage(change, {
        undo: preview,
        technologies: await technologiesOf(change, histories),
        laterTitles: await summariesOf(histories, named.slice(0, MAX_LATER)),
        apiPath: `${prefix}/history/${pathSegment(id)}`,
      })
      return respondPage(headers, page)
    },
  })
}

function undoRoute(historiesOf: HistoriesOf): Route {
  return route({
    method: 'post',
    path: '/changes/:id/undo',
    id: 'submitUndo',
    tag: 'Pages',
    summary: 'Undo a change from its page',
    description:
      'Target of the form on the page; redirects to the page of the change, which links to its undo. ' +
      'Programs use the routes under History.',
    access: { anyGroup: ['reviewer'] },
    params: ChangeId,
    body: z.strictObject(
      { confirm: z.literal('undo', NOT_CONFIRMED) },
      { error: strictly(NOT_CONFIRMED) },
    ),
    bodyType: 'form',
    bodySize: BODY_SIZES['/changes'],
    reply: z.undefined(),
    status: 303,
    replyHeaders: { location: 'the page of the change, which links to its undo' },
    costly: true,
    codes: ['not-found', 'insufficient-storage'],
    async handle({ params: { id }, identity, requestId }) {
      const by = actorOf({ identity, requestId }, 'undo')
      // After a conflict, the page of the change shows why it cannot be undone.
      await undo(historiesOf(identity), id, { by, dryRun: false })
      return reply(303, undefined, { location: urlOf(id) })
    },
  })
}

/** The summary of each change, by id. */
async function summariesOf(
  histories: Histories,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const changes = await Promise.all(ids.map((id) => histories.find(id)))
  return new Map(changes.map(({ change: { id, summary } }) => [id, summary]))
}

/** Names of the altered technologies that the radar, or the technology names, contain at present. */
async function technologiesOf(
  { document, subjects }: Pick<ShownChange, 'document' | 'subjects'>,
  histories: Histories,
): Promise<string[]> {
  if (document !== 'radar' && document !== 'technology-names') return []
  const isRadar = document === 'radar'
  const stored = await histories.present(document)
  const altered = new Set<unknown>(subjects)
  const names = recordsOf(isRadar ? asRecord(stored)['entries'] : stored)
    .filter(({ id, name }) => altered.has(isRadar ? id : name))
    .map(({ title, name }) => stringOf(title ?? name))
  const isShown = (name: string) => name !== '' && name.length <= MAX_NAME
  return [...new Set(names.filter(isShown))].slice(0, MAX_TECHNOLOGIES)
}

/** Ids of the later changes that prevent an undo. */
function laterChanges({ conflicts }: UndoConflict): string[] {
  return [...new Set(conflicts.flatMap(({ changes }) => changes))]
}

/** The undo of a change or its dry run, or the conflict that prevents it. */
async function undo(
  histories: Histories,
  id: string,
  options: Parameters<Histories['undo']>[1],
): Promise<Pick<Undone, 'summary'> | { conflict: UndoConflict }> {
  try {
    return await histories.undo(id, options)
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'conflict')) throw error
    return { conflict: UndoConflict.parse({ ...error.extensions, error: error.message }) }
  }
}
