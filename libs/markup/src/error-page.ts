import { elsewhere } from './elsewhere.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'

/** What went wrong, as people are told. */
export interface PageProblem {
  status: number
  /** The name of the status. */
  title: string
  error: string
  requestId: string
  traceId: string
}

const HEADINGS: Readonly<Record<number, string>> = {
  400: 'This cannot be understood',
  401: 'Please sign in',
  403: 'You may not see this',
  404: 'There is nothing here',
  409: 'This cannot be done now',
  429: 'Too many requests',
  503: 'Not available at the moment',
}

/** A small page for people that says what went wrong, and where to go instead. */
export function errorPage({ status, title, error, requestId, traceId }: PageProblem): string {
  return layout(
    HEADINGS[status] ?? title,
    html`<section class="card" aria-label="What went wrong">
        <p>${error}</p>
        <p class="soft">Status ${status}, request ${requestId}, trace ${traceId}</p>
      </section>
      ${elsewhere([
        ['/', 'First page'],
        ['/changes', 'Recent changes'],
      ])}`,
  )
}
