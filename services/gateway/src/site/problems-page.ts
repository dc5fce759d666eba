import { STATUS_CODES } from 'node:http'
import { html, type Part } from '@landscape/views/html'
import { layout } from '@landscape/views/layout'
import { rowsTable } from '@landscape/views/rows-table'

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
        ${rowsTable(['Error', 'Meaning'], all.map(cellsOf))}
      </section> `,
  )
}

function cellsOf({ code, status, heading, meaning }: ProblemType): Part[] {
  const name = code === undefined ? heading : html`<a href="/problems/${code}">${heading}</a>`
  return [html`${name} <span class="side">${status} ${code ?? 'about:blank'}</span>`, meaning]
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
