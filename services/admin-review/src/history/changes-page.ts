import { html, type Html, layout } from '@landscape/markup'
import type { ChangePage } from '@landscape/store'
import { urlOf, headHtml, operationsHtml } from './change-parts.ts'

/** The submitted search fields. */
interface Filter {
  document?: string | undefined
  subject?: string | undefined
  actor?: string | undefined
}

const EXTENT = { paths: 3, characters: 300 }

/**
 * Page of recent changes, newest first.
 *
 * @param documents names of the documents that the caller may read
 */
export function changesPage(
  { changes, next, gaps = [] }: ChangePage,
  { filter, documents }: { filter: Filter; documents: readonly string[] },
): string {
  return layout(
    'Recent changes',
    html`${filterForm(filter, documents)}
    ${changes.length === 0 && html`<p>${emptyMessage(filter, next, gaps.length > 0)}</p>`}
    ${changes.map(
      (change) =>
        html`<article class="card">
          <div class="row">
            <div>
              <h2><a href="${urlOf(change.id)}">${change.summary}</a></h2>
              ${headHtml(change)}
            </div>
            ${
              change.undoneBy === null &&
              html`<form method="get" action="${urlOf(change.id)}">
                <button aria-label="Undo ${change.id}…">Undo…</button>
              </form>`
            }
          </div>
          ${operationsHtml(change.operations, EXTENT)}
        </article>`,
    )}
    ${gaps.map(
      ({ document, detail }) =>
        html`<p class="card alarm">
          The history of ${document} is damaged; earlier changes are unavailable. ${detail}.
        </p>`,
    )}
    ${next !== null && html`<a class="more" href="${pageUrl(filter, next)}">Older changes</a>`}`,
  )
}

function emptyMessage(filter: Filter, next: string | null, isDamaged: boolean): Html {
  const { document, subject, actor } = filter
  const isSearch = subject !== undefined || actor !== undefined
  const isEmpty = !isSearch && next === null && !isDamaged
  if (document === undefined && isEmpty) return html`No changes yet.`
  const found = isEmpty
    ? `No changes of ${document} yet.`
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
            (name) => html`<option${name === document && ' selected'}>${name}</option>`,
          )}
        </select></label
      >`
    }
    <label>Subject (id, title or name) <input name="subject" value="${subject}" /></label>
    <label
      >Author (e-mail or a part of it) <input name="actor" inputmode="email" value="${actor}"
    /></label>
    <button>Show</button>
  </form>`
}

function pageUrl(filter: Filter, cursor: string): string {
  const given = Object.entries({ ...filter, cursor }).filter(([, value]) => value !== undefined)
  return `/changes?${new URLSearchParams(given as [string, string][]).toString()}`
}
