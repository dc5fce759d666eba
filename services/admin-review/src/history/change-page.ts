import { type DomainError, elementsOf, recordsOf } from '@landscape/contracts'
import type { ShownChange, Undone } from '@landscape/store'
import { addressOf, headOf, nameOf, placesOf } from './change-parts.ts'
import { html, layout, type Html } from '@landscape/markup'

/** What undoing a change would do, or why it cannot be undone. */
export type Preview = { undone: Undone } | { refusal: DomainError }

const EXTENT = { places: 200, characters: 5_000 }

/** The page of one change: all of it, what undoing it would do, and the button that does it. */
export function changePageOf(change: ShownChange, preview: Preview): string {
  return layout(
    change.summary,
    html`<p><a href="/changes">All changes</a></p>
      <article class="card">
        ${headOf(change)}
        <p class="soft">
          Change ${change.id}${change.requestId !== null && html`, request ${change.requestId}`}
        </p>
        ${placesOf(change.operations, EXTENT)}
      </article>
      <section class="card">
        ${'undone' in preview ? offer(change, preview.undone) : reason(preview.refusal)}
      </section>`,
  )
}

function offer({ id }: ShownChange, { operations }: Undone): Html {
  return html`<h2>Undo this change?</h2>
    <p>This is what it would do. Later changes stay, and the undo can be undone.</p>
    ${placesOf(operations, EXTENT)}
    <form class="place" method="post" action="${addressOf(id)}/undo">
      <button class="main" name="confirm" value="undo">Undo this change</button>
    </form>`
}

function reason({ message, extensions }: DomainError): Html {
  const conflicts = recordsOf(extensions['conflicts']).map(({ path, changes }) => {
    const ids = elementsOf(changes).filter((id) => typeof id === 'string')
    return html`<li>
      ${nameOf(String(path))}:
      ${ids.map((id, i) => html`${i > 0 && ', '}<a href="${addressOf(id)}">${id}</a>`)}
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
