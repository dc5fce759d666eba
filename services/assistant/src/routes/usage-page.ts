import { asMarkup, html, layout, linkList, type Html } from '@landscape/markup'
import type { PeriodOfUse } from '../usage/people-by-surface.ts'
import { SURFACES } from '../usage/surfaces.ts'
import { SURFACE_TITLES, surfacePictures } from './surface-pictures.ts'

interface UsageOnPage {
  weeks: readonly PeriodOfUse[]
  months: readonly PeriodOfUse[]
}

const NOT_KNOWN = html`<span class="soft">not known</span>`

/** Page for administrators of the assistant: people by surface. */
export function usagePage(usage: UsageOnPage): string {
  return layout(
    'Use of the code assistant',
    html`${linkList([
      ['/', 'Home'],
      ['/technologies', 'Technologies'],
      ['/docs', 'API reference'],
    ])}
    ${peopleSection(usage)}`,
    true,
  )
}

function peopleSection({ weeks, months }: UsageOnPage): Html {
  const pictures = surfacePictures(weeks)
  return html`<section class="card" aria-labelledby="people">
    <h2 id="people">People by surface</h2>
    ${
      pictures.length === 0
        ? html`<p>Not available: no stored day contains people by surface.</p>`
        : html`<p class="soft">
              People on the busiest day of each week. A person counts in each surface that they
              used, so the surfaces do not add up.
            </p>
            <div class="pictures">${pictures.map((one) => asMarkup(one))}</div>
            <details>
              <summary>Table by month</summary>
              <p class="soft">People on the busiest day of each month.</p>
              ${tableOf(
                ['Month', ...SURFACES.map((surface) => SURFACE_TITLES[surface])],
                months.map(({ period, people }) => [
                  monthText(period),
                  ...SURFACES.map((surface) => people[surface] ?? NOT_KNOWN),
                ]),
              )}
            </details>`
    }
  </section>`
}

type Cell = Html | string | number

/** A table whose rows have a header; small screens show each row as a block. */
function tableOf(columns: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  return html`<table class="rows">
    <thead>
      <tr>
        ${columns.map((column) => html`<th scope="col">${column}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([head, ...cells]) =>
          html`<tr>
            <th scope="row">${head}</th>
            ${cells.map((cell, i) => html`<td data-label="${columns[i + 1]}">${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** `Nov 2026` */
function monthText(month: string): string {
  return MONTH.format(new Date(`${month}-01T00:00:00Z`))
}
