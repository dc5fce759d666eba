import { type DomainError, elementsOf, recordsOf } from '@landscape/contracts'
import { html, type Html, layout } from '@landscape/markup'
import type { ShownChange, Undone } from '@landscape/store'
import { urlOf, headHtml, nameOf, operationsHtml } from './change-parts.ts'

/** Result of an undo, or of its dry run, or the conflict that prevents it. */
export type UndoOutcome = { undone: Undone } | { conflict: DomainError }

const EXTENT = { paths: 200, characters: 5_000 }

/** Page of one change, with a preview of its undo and the button to undo it. */
export function changePage(change: ShownChange, preview: UndoOutcome): string {
  return layout(
    change.summary,
    html`<p><a href="/changes">All changes</a></p>
      <article class="card">
        ${headHtml(change)}
        <p class="soft">
          Change ${change.id}${change.requestId !== null && html`, request ${change.requestId}`}
        </p>
        ${operationsHtml(change.operations, EXTENT)}
      </article>
      <section class="card">
        ${'undone' in preview ? undoForm(change, preview.undone) : conflictHtml(preview.conflict)}
      </section>`,
  )
}

function undoForm({ id }: ShownChange, { operations }: Undone): Html {
  return html`<h2>Undo this change?</h2>
    <p>The undo would make these changes. Later changes stay, and the undo can be undone.</p>
    ${operationsHtml(operations, EXTENT)}
    <form class="change" method="post" action="${urlOf(id)}/undo">
      <button class="main" name="confirm" value="undo">Undo this change</button>
    </form>`
}

function conflictHtml({ message, extensions }: DomainError): Html {
  const conflicts = recordsOf(extensions['conflicts']).map(({ path, changes }) => {
    const ids = elementsOf(changes).filter((id) => typeof id === 'string')
    return html`<li>
      ${nameOf(String(path))}:
      ${ids.map((id, i) => html`${i > 0 && ', '}<a href="${urlOf(id)}">${id}</a>`)}
    </li>`
  })
  return html`<h2>This change cannot be undone</h2>
    <p class="alarm">${message}</p>
    ${
      conflicts.length > 0 &&
      html`<ul>
        ${conflicts}
      </ul>`
    }`
}
