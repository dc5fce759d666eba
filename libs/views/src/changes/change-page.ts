import { html, type Html } from '../html.ts'
import { layout } from '../layout.ts'
import { linkList } from '../link-list.ts'
import { foldedPaths, headHtml, urlOf, type DescribedChange } from './described-change.ts'
import { pathSegment } from '@landscape/contracts/url-with'

/** Maximum number of paths on the page of a change. */
export const MAX_PATHS = 2_000
const EXTENT = { characters: 5_000, allCharacters: 2_000_000 }

/** Why a change cannot be undone. */
export interface Conflict {
  reason: string
  /** The paths whose values differ. */
  paths: readonly string[]
}

interface ChangePage {
  /** The effect of the undo in a sentence, or the conflict that prevents it. */
  undo: { effect: string } | { conflict: Conflict }
  /** First sentences of the undo, or of the later changes that prevent one, by id. */
  laterTitles: ReadonlyMap<string, string>
  /** Names of the technologies that it altered. */
  technologies: readonly string[]
  /** Path of the change in the API. */
  apiPath: string
}

/** Page of one change: the button that undoes it, and the altered paths in a fold. */
export function changePage(described: DescribedChange, page: ChangePage): string {
  const { undo, technologies, apiPath } = page
  const { change } = described
  const [title, ...others] = described.sentences
  return layout(
    title,
    html`<p><a href="/changes">All changes</a></p>
      ${others.map((sentence) => html`<p>${sentence}</p>`)}
      <section class="card">
        ${
          'effect' in undo
            ? undoForm(change.id, undo.effect)
            : conflictHtml(change.undoneBy !== null, undo.conflict, page.laterTitles)
        }
      </section>
      <article class="card">
        <h2>What was changed</h2>
        ${headHtml(described)} ${technologies.length > 0 && technologyLinks(technologies)}
        <p class="soft">
          Change ${change.id},
          ${change.action}${change.requestId !== null && html`, request ${change.requestId}`}
        </p>
        ${foldedPaths(described, {
          extent: EXTENT,
          more: html`<a href="${apiPath}">All values as JSON</a>`,
        })}
      </article>`,
  )
}

function technologyLinks(names: readonly string[]): Html {
  return linkList(
    names.map((name) => [`/technologies/${pathSegment(name)}`, name]),
    'Technologies',
  )
}

function undoForm(id: string, effect: string): Html {
  return html`<h2>Undo this change?</h2>
    <p>${effect}</p>
    <form class="confirm" method="post" action="${urlOf(id)}/undo">
      <button class="main" name="confirm" value="undo">Undo this change</button>
    </form>
    <p class="soft">Later changes stay. The undo can be undone.</p>`
}

function conflictHtml(
  isUndone: boolean,
  { reason, paths }: Conflict,
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
    <p>${reason}</p>
    ${
      titles.length > 0 &&
      html`<ul>
        ${titles}
      </ul>`
    }
    ${
      paths.length > 0 &&
      html`<details>
        <summary>Paths that differ</summary>
        <ul>
          ${paths.map((path) => html`<li>${path}</li>`)}
        </ul>
      </details>`
    }`
}
