import { asOfLine } from '@landscape/views/as-of'
import { dateText } from '@landscape/views/date-text'
import { asMarkup, html, type Html } from '@landscape/views/html'
import { layout } from '@landscape/views/layout'
import { linkList } from '@landscape/views/link-list'
import type { PeriodOfUse } from '../usage/people-by-surface.ts'
import { SURFACES } from '../usage/surfaces.ts'
import type { Billed, Budget } from '../host/port.ts'
import type { IdleSeat } from '../usage/idle-seats.ts'
import type { CreditPool, MonthSummary } from '../usage/spend-summary.ts'
import { ADMINISTRATION, billingReason } from './billing-reasons.ts'
import { creditsPicture, monthText } from './credits-picture.ts'
import { SURFACE_TITLES, surfacePictures } from './surface-pictures.ts'

/** Bills by month, oldest first, and what limits the spend; null is unknown. */
export interface SpendOnPage {
  months: readonly MonthSummary[]
  pool: CreditPool
  budget: Billed<Budget | null>
  /** Why the newest bill is missing. */
  notAvailable: string | null
}

/** Seats, or why they are unknown. */
export type SeatsOnPage =
  { total: number; idle: readonly IdleSeat[]; idleCost: number | null } | { notAvailable: string }

interface UsageOnPage {
  weeks: readonly PeriodOfUse[]
  months: readonly PeriodOfUse[]
  spend: SpendOnPage
  seats: SeatsOnPage
  /** Newest day of the stored usage; undefined when no day is stored. */
  newestDay: string | undefined
  /** Days without activity after which a seat is idle. */
  idleDays: number
}

const SHOWN_SEATS = 50
const NUMBER = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const DOLLARS = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'USD' })
const NOT_KNOWN = html`<span class="soft">not known</span>`

/** Page for administrators of the assistant: people by surface, credits by month, and idle seats. */
export function usagePage(usage: UsageOnPage): string {
  return layout(
    'Use of the code assistant',
    html`${linkList([
      ['/', 'Home'],
      ['/technologies', 'Technologies'],
      ['/docs', 'API reference'],
    ])}
    ${peopleSection(usage)} ${creditsSection(usage.spend)} ${seatsSection(usage)}
    ${asOfLine(sourcesOf(usage))}`,
    true,
  )
}

/** The newest day of usage, and the day of the newest bill. */
function sourcesOf({ newestDay, spend }: UsageOnPage): [string, string][] {
  const asked = spend.months.map(({ asked_at: at }) => at).toSorted()
  const bills = asked.at(-1)
  return [
    ...(newestDay === undefined ? [] : [['Usage', newestDay] satisfies [string, string]]),
    ...(bills === undefined ? [] : [['Bills', bills] satisfies [string, string]]),
  ]
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

function creditsSection({ months, pool, budget, notAvailable }: SpendOnPage): Html {
  const known = months.flatMap(({ month, gross_credits: credits }) =>
    credits === null ? [] : { month, credits },
  )
  return html`<section class="card" aria-labelledby="spend">
    <h2 id="spend">Credits by month</h2>
    ${notAvailable !== null && html`<p class="alarm">Not available: ${notAvailable}.</p>`}
    <p>${poolText(pool)}</p>
    <p>${budgetText(budget)}</p>
    ${known.length > 0 && asMarkup(creditsPicture(known, pool.included ?? undefined))}
    ${
      months.length > 0 &&
      html`<details>
          <summary>Table by month</summary>
          ${tableOf(
            ['Month', 'Used credits', 'Included', 'Billed', 'Billed amount', 'State'],
            months
              .toReversed()
              .map((bill) => [
                monthText(bill.month),
                numberOr(bill.gross_credits),
                numberOr(bill.included_credits),
                numberOr(bill.billed_credits),
                bill.net_amount === null ? NOT_KNOWN : DOLLARS.format(bill.net_amount),
                bill.is_final ? 'final' : 'not final',
              ]),
          )}
        </details>
        <p class="soft">
          As billed by the source-control host.
          <a href="/assistant/api/spend?format=csv&for=spreadsheet">Download as CSV</a>
        </p>`
    }
  </section>`
}

function poolText({
  month,
  credits_per_seat: perSeat,
  included,
  used_share: share,
}: CreditPool): string {
  if (perSeat === null)
    return 'Included credits: not known, because ASSISTANT_CREDITS_PER_SEAT is not set.'
  if (included === null)
    return 'Included credits: not known, because the number of seats is not known.'
  const used =
    share === null || month === null
      ? ''
      : `; ${monthText(month)} used ${NUMBER.format(share * 100)} %`
  return `Included credits: ${NUMBER.format(included)} a month${used}.`
}

function budgetText(budget: Billed<Budget | null>): string {
  if (budget.fault !== undefined) {
    return `Budget: not available. ${billingReason(budget.fault, ADMINISTRATION)}.`
  }
  if (budget.value === null) return 'Budget: none is set.'
  const { amount, stops_use: stops } = budget.value
  const effect = stops ? 'stops' : 'does not stop'
  return `Budget: ${DOLLARS.format(amount)} a month. Billed use ${effect} at this amount.`
}

function numberOr(value: number | null): Cell {
  return value === null ? NOT_KNOWN : NUMBER.format(value)
}

function seatsSection({ seats, idleDays }: UsageOnPage): Html {
  return html`<section class="card" aria-labelledby="seats">
    <h2 id="seats">Idle seats</h2>
    ${
      'notAvailable' in seats
        ? html`<p class="alarm">Not available: ${seats.notAvailable}</p>`
        : html`<div class="row">
              <p>
                <b>${seats.idle.length}</b> of ${seats.total} seats had no activity for ${idleDays}
                days.
                ${
                  seats.idleCost === null
                    ? 'Their cost is not known, because ASSISTANT_SEAT_PRICE is not set.'
                    : `They cost ${DOLLARS.format(seats.idleCost)} a month.`
                }
              </p>
              <a
                class="button"
                href="/assistant/api/seats/summary?idleDays=${idleDays}&format=csv&for=spreadsheet"
                >Download as CSV</a
              >
            </div>
            ${seats.idle.length > 0 && idleTable(seats.idle)}`
    }
  </section>`
}

function idleTable(idle: readonly IdleSeat[]): Html {
  return html`${tableOf(
    ['Person', 'Team', 'Last activity'],
    idle
      .slice(0, SHOWN_SEATS)
      .map(({ login, team, since, never_used: isNew }) => [
        login === null ? NOT_KNOWN : html`<bdi>${login}</bdi>`,
        team === null ? '' : html`<bdi>${team}</bdi>`,
        isNew ? `never; assigned on ${dateText(since)}` : dateText(since),
      ]),
  )}
  ${
    idle.length > SHOWN_SEATS &&
    html`<p class="soft">
      These are the first ${SHOWN_SEATS}; the CSV file contains all ${idle.length}.
    </p>`
  }`
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
