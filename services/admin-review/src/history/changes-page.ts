import { html, type Html } from '@landscape/views/html'
import { layout } from '@landscape/views/layout'
import type { ChangePage } from '@landscape/store/history/change-page'
import type { ShownChange } from '@landscape/store/history/past'
import { foldedOperations, headHtml, navigation, urlOf } from './change-parts.ts'
import { canBeUndone } from './histories.ts'
import type { LabelsFor } from './read-labels.ts'
import type { Labels } from './sentences/labels.ts'
import { sentencesOf } from './sentences/sentences.ts'
import { documentName } from './sentences/words.ts'

/** The submitted search fields. */
interface Filter {
  document?: string | undefined
  subject?: string | undefined
  actor?: string | undefined
}

const EXTENT = { paths: 3, characters: 300, allCharacters: Infinity }

interface ChangesPageOptions {
  filter: Filter
  /** Names of the documents that the caller may read. */
  documents: readonly string[]
  labelsFor: LabelsFor
}

/** Page of recent changes, newest first. */
export function changesPage(
  { changes, next, gaps = [] }: ChangePage,
  { filter, documents, labelsFor }: ChangesPageOptions,
): string {
  return layout(
    'Recent changes',
    html`${navigation(true)} ${filterForm(filter, documents)}
    ${changes.length === 0 && html`<p>${emptyMessage(filter, next, gaps.length > 0)}</p>`}
    ${changes.map((change) => changeCard(change, labelsFor(change)))}
    ${gaps.map(
      ({ document, detail }) =>
        html`<p class="card alarm">
          The history of the ${documentName(document)} is damaged; earlier changes are unavailable.
          ${detail}.
        </p>`,
    )}
    ${next !== null && html`<a class="more" href="${pageUrl(filter, next)}">Older changes</a>`}`,
  )
}

function changeCard(change: ShownChange, labels: Labels): Html {
  const url = urlOf(change.id)
  const [title, ...others] = sentencesOf(change, labels)
  return html`<article class="card">
    <div class="row">
      <div>
        <h2><a href="${url}">${title}</a></h2>
        ${others.map((sentence) => html`<p>${sentence}</p>`)} ${headHtml(change)}
      </div>
      ${
        mayBeUndone(change) &&
        html`<form method="get" action="${url}">
          <button aria-label="Undo: ${title}">Undo…</button>
        </form>`
      }
    </div>
    ${foldedOperations(change.operations, {
      labels,
      extent: EXTENT,
      more: html`<a href="${url}">The complete change</a>`,
    })}
  </article>`
}

/** Whether a change has a button, which leads to its page: that shows the undo, or the changes that prevent it. */
function mayBeUndone({ document, undoneBy, operations }: ShownChange): boolean {
  // The creation or replacement of a document cannot be undone.
  const isOfDocument = operations.length === 0 || operations.some(({ path }) => path === '')
  return canBeUndone(document) && undoneBy === null && !isOfDocument
}

function emptyMessage(filter: Filter, next: string | null, isDamaged: boolean): Html {
  const { document, subject, actor } = filter
  const isSearch = subject !== undefined || actor !== undefined
  const isEmpty = !isSearch && next === null && !isDamaged
  if (document === undefined && isEmpty) return html`No changes yet.`
  const found = isEmpty
    ? `No changes of the ${documentName(document ?? '')} yet.`
    : next === null
      ? 'No change matches.'
      : 'No matches so far. Search older changes.'
  return html`${found} <a href="/changes">Clear the filter</a>`
}

function filterForm({ document, subject, actor }: Filter, documents: readonly string[]): Html {
  return html`<form class="card filter" method="get" action="/changes">
    ${
      documents.length > 1 &&
      html`<label
        >Document
        <select name="document">
          <option value="">all</option>
          ${documents.map(
            (name) =>
              html`<option value="${name}" ${name === document && ' selected'}>
                ${documentName(name)}
              </option>`,
          )}
        </select></label
      >`
    }
    <label>Subject (id, title or name) <input name="subject" value="${subject}" /></label>
    <label>Author (part of e-mail) <input name="actor" inputmode="email" value="${actor}" /></label>
    <button>Show</button>
  </form>`
}

function pageUrl(filter: Filter, cursor: string): string {
  const given = Object.entries({ ...filter, cursor }).filter(([, value]) => value !== undefined)
  return `/changes?${new URLSearchParams(given as [string, string][]).toString()}`
}
