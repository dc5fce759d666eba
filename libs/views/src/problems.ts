import { STATUS_CODES } from 'node:http'
import { html, type Html } from './html.ts'
import { layout } from './layout.ts'

/** An error type in words. */
interface ProblemType {
  /** Undefined for unexpected errors, which have no page. */
  code: string | undefined
  status: number
  heading: string
  meaning: string
  advice: string
}

/** Page of all error types. */
export function problemsPage(all: readonly ProblemType[]): string {
  return layout(
    'Errors',
    html`<p class="soft">The “type” of an error is one of these.</p>
      <section class="card" aria-label="All errors">
        <table>
          <thead>
            <tr>
              <th scope="col">Error</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            ${all.map(rowOf)}
          </tbody>
        </table>
      </section> `,
  )
}

function rowOf({ code, status, heading, meaning }: ProblemType): Html {
  return html`<tr>
    <td>
      ${code === undefined ? heading : html`<a href="/problems/${code}">${heading}</a>`}
      <span class="side">${status} ${code ?? 'about:blank'}</span>
    </td>
    <td>${meaning}</td>
  </tr>`
}

/** Page of one error type. */
export function problemPage({ code, status, heading, meaning, advice }: ProblemType): string {
  return layout(
    heading,
    html`<section class="card" aria-label="Meaning">
      <p>${meaning}</p>
      <p>${advice}</p>
      <p class="soft">
        Status ${status} (${STATUS_CODES[status]}), type /problems/${code}. The “detail” of an error
        has more.
      </p>
    </section> `,
  )
}
