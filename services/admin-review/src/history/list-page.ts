import type { RecordedChange, RecordedChanges } from '@landscape/contracts/history'
import { filterForm, selectOf } from '@landscape/views/filter-form'
import { html, type Html } from '@landscape/views/html'
import { layout } from '@landscape/views/layout'
import { documentName, foldedPaths, headHtml, urlOf } from './change-section.ts'

/** The submitted search fields. */
interface Filter {
  document?: string | undefined
  subject?: string | undefined
  actor?: string | undefined
}

const EXTENT = { paths: 3, characters: 300, allCharacters: Infinity }

interface Shown {
  filter: Filter
  /** The documents that the caller may read. */
  documents: readonly string[]
  /** Whether changes of a document can be undone. */
  canBeUndone: (document: string) => boolean
}

/** The header of pages that only reviewers see. */
export const REVIEWERS = { mainPage: '/changes', mayReview: true } as const

/** Page of recent changes, newest first. */
export function changesPage({ changes, next, gaps = [] }: RecordedChanges, shown: Shown): string {
  const { filter, documents, canBeUndone } = shown
  return layout(
    'Recent changes',
    html`${filters(filter, documents)}
    ${changes.length === 0 && html`<p>${emptyMessage(filter, { next, isDamaged: gaps.length > 0 })}</p>`}
    ${changes.map((change) => changeCard(change, canBeUndone(change.document)))}
    ${gaps.map(
      ({ document, detail }) =>
        html`<p class="card alarm">
          The history of the ${documentName(document)} is damaged; earlier changes are unavailable.
          ${detail}.
        </p>`,
    )}
    ${next !== null && html`<a class="more" href="${pageUrl(filter, next)}">Older changes</a>`}`,
    REVIEWERS,
  )
}

function changeCard(change: RecordedChange, isUndoable: boolean): Html {
  const url = urlOf(change.id)
  return html`<article class="card">
    <div class="row">
      <div>
        <h2><a href="${url}">${change.summary}</a></h2>
        ${headHtml(change)}
      </div>
      ${
        isUndoable &&
        mayBeUndone(change) &&
        html`<form method="get" action="${url}">
          <button aria-label="Undo: ${change.summary}">Undo…</button>
        </form>`
      }
    </div>
    ${foldedPaths(change, {
      extent: EXTENT,
      more: html`<a href="${url}">The complete change</a>`,
    })}
  </article>`
}

/** Whether the undo of a change is offered: the creation or replacement of a document cannot be undone. */
function mayBeUndone({ undoneBy, operations }: RecordedChange): boolean {
  const isOfDocument = operations.length === 0 || operations.some(({ path }) => path === '')
  return undoneBy === null && !isOfDocument
}

function emptyMessage(
  filter: Filter,
  { next, isDamaged }: { next: string | null; isDamaged: boolean },
): Html {
  const { document, subject, actor } = filter
  const isSearch = subject !== undefined || actor !== undefined
  const isEmpty = !isSearch && next === null && !isDamaged
  if (document === undefined && isEmpty) return html`No changes yet.`
  const sentence = isEmpty
    ? `No changes of the ${documentName(document ?? '')} yet.`
    : next === null
      ? 'No change matches.'
      : 'No matches so far. Search older changes.'
  return html`${sentence} <a href="/changes">Clear the filter</a>`
}

function filters({ document, subject, actor }: Filter, documents: readonly string[]): Html {
  const names = documents.map((name) => [name, documentName(name)] as const)
  const select =
    documents.length > 1 &&
    selectOf('document', 'Document', names, { selected: document, any: 'all' })
  return filterForm('/changes', {
    visible: [
      select,
      html`<label>Subject (id, title or name) <input name="subject" value="${subject}" /></label>`,
    ],
    more: [
      html`<label
        >Author (part of e-mail) <input name="actor" inputmode="email" value="${actor}"
      /></label>`,
    ],
    isOpen: actor !== undefined,
  })
}

function pageUrl(filter: Filter, cursor: string): string {
  const given = Object.entries({ ...filter, cursor }).filter(([, value]) => value !== undefined)
  return `/changes?${new URLSearchParams(given as [string, string][]).toString()}`
}
