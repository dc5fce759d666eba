import { filterForm, selectOf } from '../filter-form.ts'
import { html, type Html } from '../html.ts'
import { layout } from '../layout.ts'
import { foldedPaths, headHtml, urlOf, type DescribedChange } from './described-change.ts'

/** The submitted search fields. */
interface Filter {
  document?: string | undefined
  subject?: string | undefined
  actor?: string | undefined
}

/** Maximum number of paths of each change. */
export const PATHS_IN_LIST = 3
const EXTENT = { characters: 300, allCharacters: Infinity }

interface ChangesPage {
  changes: readonly (DescribedChange & {
    /** Whether the change has a button, which leads to its page: that shows the undo, or why there is none. */
    mayBeUndone: boolean
  })[]
  /** Cursor of older changes; null on the last page. */
  next: string | null
  /** Damaged histories, by display name of their document. */
  gaps: readonly { documentName: string; detail: string }[]
  filter: Filter
  /** Display names of the documents that the caller may read, by name. */
  documents: ReadonlyMap<string, string>
}

/** Page of recent changes, newest first. */
export function changesPage({ changes, next, gaps, filter, documents }: ChangesPage): string {
  const name = documents.get(filter.document ?? '') ?? ''
  return layout(
    'Recent changes',
    html`${filters(filter, documents)}
    ${changes.length === 0 && html`<p>${emptyMessage(filter, { name, next, isDamaged: gaps.length > 0 })}</p>`}
    ${changes.map(changeCard)}
    ${gaps.map(
      ({ documentName, detail }) =>
        html`<p class="card alarm">
          The history of the ${documentName} is damaged; earlier changes are unavailable. ${detail}.
        </p>`,
    )}
    ${next !== null && html`<a class="more" href="${pageUrl(filter, next)}">Older changes</a>`}`,
  )
}

function changeCard(described: ChangesPage['changes'][number]): Html {
  const url = urlOf(described.change.id)
  const [title, ...others] = described.sentences
  return html`<article class="card">
    <div class="row">
      <div>
        <h2><a href="${url}">${title}</a></h2>
        ${others.map((sentence) => html`<p>${sentence}</p>`)} ${headHtml(described)}
      </div>
      ${
        described.mayBeUndone &&
        html`<form method="get" action="${url}">
          <button aria-label="Undo: ${title}">Undo…</button>
        </form>`
      }
    </div>
    ${foldedPaths(described, {
      extent: EXTENT,
      more: html`<a href="${url}">The complete change</a>`,
    })}
  </article>`
}

function emptyMessage(
  filter: Filter,
  { name, next, isDamaged }: { name: string; next: string | null; isDamaged: boolean },
): Html {
  const { document, subject, actor } = filter
  const isSearch = subject !== undefined || actor !== undefined
  const isEmpty = !isSearch && next === null && !isDamaged
  if (document === undefined && isEmpty) return html`No changes yet.`
  const found = isEmpty
    ? `No changes of the ${name} yet.`
    : next === null
      ? 'No change matches.'
      : 'No matches so far. Search older changes.'
  return html`${found} <a href="/changes">Clear the filter</a>`
}

function filters({ document, subject, actor }: Filter, documents: ChangesPage['documents']): Html {
  const select =
    documents.size > 1 &&
    selectOf('document', 'Document', [...documents], { selected: document, any: 'all' })
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
