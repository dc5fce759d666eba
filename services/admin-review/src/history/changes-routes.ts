import { BODY_SIZES } from '@landscape/contracts/body-sizes'
import { strictly } from '@landscape/contracts/control-members'
import { DomainError } from '@landscape/contracts/errors/domain-error'
import { type Identity, mayAct } from '@landscape/contracts/identity'
import { ChangesQuery } from '@landscape/http/request/changes-query'
import { actorOf } from '@landscape/http/responses/documents'
import { PAGE, respondPage } from '@landscape/http/responses/pages'
import { reply } from '@landscape/http/responses/reply'
import { type Route, route } from '@landscape/http/route/route'
import { shownChange, type ShownChange } from '@landscape/store/history/past'
import { z } from 'zod'
import type { Undone } from '@landscape/store/documents/undo-change'
import { changePage, MAX_PATHS } from '@landscape/views/changes/change-page'
import { changesPage, PATHS_IN_LIST } from '@landscape/views/changes/changes-page'
import { urlOf } from '@landscape/views/changes/described-change'
import {
  describeChange,
  describeConflict,
  laterChanges,
  technologiesOf,
} from './describe-change.ts'
import { adminHistories, canBeUndone, type CallersHistories, type Histories } from './histories.ts'
import { readLabels } from './read-labels.ts'
import { ChangeId } from './routes.ts'
import { sentencesOf } from './sentences/sentences.ts'
import { undoEffect } from './sentences/undo-effect.ts'
import { documentName } from './sentences/words.ts'
import { pathSegment } from '@landscape/contracts/url-with'

const READ = { ...PAGE, access: { anyGroup: ['reviewer'] }, costly: true } as const
const PER_PAGE = 20
/** Maximum number of later changes that a page names. */
const MAX_LATER = 5
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
      'Each change in a sentence, with author, time, and values before and after. ' +
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
      const {
        changes,
        next,
        gaps = [],
      } = await histories.page({
        ...filter,
        cursor,
        limit: PER_PAGE,
      })
      const labelsFor = await readLabels(histories, changes)
      const page = changesPage({
        changes: changes.map((change) => ({
          ...describeChange(change, labelsFor(change), PATHS_IN_LIST),
          mayBeUndone: mayBeUndone(change),
        })),
        next,
        gaps: gaps.map((gap) => ({ ...gap, documentName: documentName(gap.document) })),
        filter,
        documents: new Map(histories.names.map((name) => [name, documentName(name)])),
      })
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
      const conflicting = 'conflict' in preview ? laterChanges(preview.conflict) : []
      const named = change.undoneBy === null ? conflicting : [change.undoneBy]
      const prefix = mayAct(identity, ['admin']) ? '/admin/api' : '/review/api'
      const labels = (await readLabels(histories, [change]))(change)
      return respondPage(
        headers,
        changePage(describeChange(change, labels, MAX_PATHS), {
          undo:
            'undone' in preview
              ? { effect: undoEffect(preview.undone, labels) }
              : { conflict: describeConflict(preview.conflict, labels) },
          technologies: technologiesOf(change, labels),
          laterTitles: await titlesOf(histories, named.slice(0, MAX_LATER)),
          apiPath: `${prefix}/history/${pathSegment(id)}`,
        }),
      )
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

/** The first sentence of each change, by id. */
async function titlesOf(
  histories: Histories,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const changes = (await Promise.all(ids.map((id) => histories.find(id)))).map(shownChange)
  const labelsFor = await readLabels(histories, changes)
  return new Map(
    changes.map((change) => [change.id, sentencesOf(change, labelsFor(change))[0]] as const),
  )
}

/** Whether the page of a change may offer its undo. */
function mayBeUndone({ document, undoneBy, operations }: ShownChange): boolean {
  // The creation or replacement of a document cannot be undone.
  const isOfDocument = operations.length === 0 || operations.some(({ path }) => path === '')
  return canBeUndone(document) && undoneBy === null && !isOfDocument
}

/** Result of an undo, or of its dry run, or the conflict that prevents it. */
type UndoOutcome = { undone: Undone } | { conflict: DomainError }

async function undo(
  histories: Histories,
  id: string,
  options: Parameters<Histories['undo']>[1],
): Promise<UndoOutcome> {
  try {
    return { undone: await histories.undo(id, options) }
  } catch (error) {
    if (error instanceof DomainError && error.code === 'conflict') return { conflict: error }
    throw error
  }
}
