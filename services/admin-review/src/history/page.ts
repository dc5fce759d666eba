import { technologyPath } from '@landscape/contracts/technology-path'
import type { RecordedChange } from '@landscape/contracts/history'
import { html, type Html } from '@landscape/views/html'
import { layout } from '@landscape/views/layout'
import { linkList } from '@landscape/views/section'
import { foldedPaths, headHtml, pathName, urlOf } from './change-section.ts'
import { REVIEWERS } from './list-page.ts'
import type { UndoConflict } from './reply.ts'

const EXTENT = { paths: 2_000, characters: 5_000, allCharacters: 2_000_000 }

interface ChangePage {
  /** Summary of the undo, or the conflict that prevents it. */
  undo: { summary: string } | { conflict: UndoConflict }
  /** Summaries of the undo, or of the later changes that prevent one, by id. */
  laterTitles: ReadonlyMap<string, string>
  /** Names of the technologies that it altered. */
  technologies: readonly string[]
  /** Path of the change in the API. */
  apiPath: string
}

/** Page of one change: the button that undoes it, and the altered paths in a fold. */
export function changeDetailPage(change: RecordedChange, page: ChangePage): string {
  const { undo, technologies, apiPath } = page
  return layout(
    change.summary,
    html`<p><a href="/changes">All changes</a></p>
      <section class="card">
        ${
          'summary' in undo
            ? undoForm(change.id, undo.summary)
            : conflictHtml(change.undoneBy !== null, undo.conflict, page.laterTitles)
        }
      </section>
      <article class="card">
        <h2>What was changed</h2>
        ${headHtml(change)} ${technologies.length > 0 && technologyLinks(technologies)}
        <p class="soft">
          Change ${change.id},
          ${change.action}${change.requestId !== null && html`, request ${change.requestId}`}
        </p>
        ${foldedPaths(change, {
          extent: EXTENT,
          more: html`<a href="${apiPath}">All values as JSON</a>`,
        })}
      </article>`,
    REVIEWERS,
  )
}

function technologyLinks(names: readonly string[]): Html {
  return linkList(
    names.map((name) => [technologyPath(name), name]),
    'Technologies',
  )
}

function undoForm(id: string, summary: string): Html {
  return html`<h2>Undo this change?</h2>
    <p>Effect of the undo: ${summary}</p>
    <form class="confirm" method="post" action="${urlOf(id)}/undo">
      <button class="main" name="confirm" value="undo">Undo this change</button>
    </form>
    <p class="soft">Later changes stay. The undo can be undone.</p>`
}

function conflictHtml(
  isUndone: boolean,
  conflict: UndoConflict,
  laterTitles: ChangePage['laterTitles'],
): Html {
  const titles = [...laterTitles].map(
    ([id, title]) => html`<li><a href="${urlOf(id)}">${title}</a></li>`,
  )
  if (isUndone) {
    return html`<h2>Done</h2>
      <p>This change is undone:</p>
      <ul>
        ${titles}
      </ul>`
  }
  return html`<h2>This change cannot be undone</h2>
    <p>${reasonOf(conflict)}</p>
    ${
      titles.length > 0 &&
      html`<ul>
        ${titles}
      </ul>`
    }
    ${
      conflict.conflicts.length > 0 &&
      html`<details>
        <summary>Paths that differ</summary>
        <ul>
          ${conflict.conflicts.map(({ path }) => html`<li>${pathName(path)}</li>`)}
        </ul>
      </details>`
    }`
}

function reasonOf({ error, conflicts }: UndoConflict): string {
  if (conflicts.length === 0) return error
  if (conflicts.some(({ changes }) => changes.length > 0))
    return 'Later changes altered the same values.'
  return conflicts.some(({ path }) => path === '')
    ? 'It created or replaced the complete document.'
    : 'The values are no longer those of this change.'
}
