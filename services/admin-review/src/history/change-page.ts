import type { DomainError } from '@landscape/contracts/errors/domain-error'
import { elementsOf, recordsOf } from '@landscape/contracts/json'
import { html, type Html } from '@landscape/views/html'
import { layout } from '@landscape/views/layout'
import type { Undone } from '@landscape/store/documents/undo-change'
import type { ShownChange } from '@landscape/store/history/past'
import {
  foldedOperations,
  headHtml,
  navigation,
  pathName,
  technologyLinks,
  urlOf,
} from './change-parts.ts'
import type { Labels } from './sentences/labels.ts'
import { sentencesOf } from './sentences/sentences.ts'
import { undoEffect } from './sentences/undo-effect.ts'

/** Result of an undo, or of its dry run, or the conflict that prevents it. */
export type UndoOutcome = { undone: Undone } | { conflict: DomainError }

const EXTENT = { paths: 2_000, characters: 5_000, allCharacters: 2_000_000 }

interface ChangePageOptions {
  labels: Labels
  /** The dry run of the undo. */
  preview: UndoOutcome
  /** First sentences of the undo, or of the later changes that prevent one, by id. */
  laterTitles: ReadonlyMap<string, string>
  /** Path of the change in the API. */
  apiPath: string
}

/** Page of one change: the button that undoes it, and the altered paths in a fold. */
export function changePage(change: ShownChange, options: ChangePageOptions): string {
  const { labels, preview, apiPath } = options
  const [title, ...others] = sentencesOf(change, labels)
  return layout(
    title,
    html`${navigation(false)} ${others.map((sentence) => html`<p>${sentence}</p>`)}
      <section class="card">
        ${
          'undone' in preview
            ? undoForm(change, undoEffect(preview.undone, labels))
            : conflictHtml(change, preview.conflict, options)
        }
      </section>
      <article class="card">
        <h2>What was changed</h2>
        ${headHtml(change)} ${technologyLinks(change, labels)}
        <p class="soft">
          Change ${change.id},
          ${change.action}${change.requestId !== null && html`, request ${change.requestId}`}
        </p>
        ${foldedOperations(change.operations, {
          labels,
          extent: EXTENT,
          more: html`<a href="${apiPath}">All values as JSON</a>`,
        })}
      </article>`,
  )
}

function undoForm({ id }: ShownChange, effect: string): Html {
  return html`<h2>Undo this change?</h2>
    <p>${effect}</p>
    <form class="confirm" method="post" action="${urlOf(id)}/undo">
      <button class="main" name="confirm" value="undo">Undo this change</button>
    </form>
    <p class="soft">Later changes stay. The undo can be undone.</p>`
}

/** Ids of the later changes that prevent an undo, by path. */
function conflictsIn({ extensions }: DomainError): { path: string; ids: string[] }[] {
  return recordsOf(extensions['conflicts']).map(({ path, changes }) => ({
    path: String(path),
    ids: elementsOf(changes).filter((id) => typeof id === 'string'),
  }))
}

/** Ids of the later changes that prevent an undo, newest first. */
export function laterChanges(conflict: DomainError): string[] {
  return [...new Set(conflictsIn(conflict).flatMap(({ ids }) => ids))]
}

function conflictHtml(
  { undoneBy }: ShownChange,
  conflict: DomainError,
  { labels, laterTitles }: ChangePageOptions,
): Html {
  const titles = [...laterTitles].map(
    ([id, title]) => html`<li><a href="${urlOf(id)}">${title}</a></li>`,
  )
  if (undoneBy !== null) {
    return html`<h2>Done</h2>
      <p>This change is undone:</p>
      <ul>
        ${titles}
      </ul>`
  }
  const conflicts = conflictsIn(conflict)
  return html`<h2>This change cannot be undone</h2>
    <p>${reasonOf(conflict)}</p>
    ${
      titles.length > 0 &&
      html`<ul>
        ${titles}
      </ul>`
    }
    ${
      conflicts.length > 0 &&
      html`<details>
        <summary>Paths that differ</summary>
        <ul>
          ${conflicts.map(({ path }) => html`<li>${pathName(path, labels)}</li>`)}
        </ul>
      </details>`
    }`
}

function reasonOf(conflict: DomainError): string {
  const conflicts = conflictsIn(conflict)
  if (conflicts.length === 0) return conflict.message
  if (conflicts.some(({ ids }) => ids.length > 0)) return 'Later changes altered the same values.'
  return conflicts.some(({ path }) => path === '')
    ? 'It created or replaced the complete document.'
    : 'The values are no longer those of this change.'
}
