import { dateText, monthText } from '@landscape/views/text'
import { rowsTable } from '@landscape/views/rows-table'
import { asMarkup, html, type Html } from '@landscape/views/html'
import { layout } from '@landscape/views/layout'
import { section } from '@landscape/views/section'
import { type Surface, SURFACES } from '@landscape/contracts/usage-shapes'
import type { SpendReply } from '../spend/reply.ts'
import { usageSentence, type ShownSeats } from './headline-section.ts'

/** Titles of the surfaces. */
export const SURFACE_TITLES: Readonly<Record<Surface, string>> = {
  completions: 'Completions',
  chat: 'Chat',
  agent: 'Agent mode',
  cli: 'Command line',
  app: 'App',
  code_review: 'Code review',
}

/** People by surface on the busiest day of a week or month; unknown numbers are absent. */
interface PeriodOfUse {
  period: string
  people: Readonly<Partial<Record<Surface, number>>>
}

type Spend = Pick<
  SpendReply,
  'months' | 'pool' | 'budget' | 'not_available' | 'budget_not_available'
>

interface Usage {
  months: readonly PeriodOfUse[]
  spend: Spend
  /** Seats, or why they are unknown. */
  seats: ShownSeats
  /** SVG of the use of each surface, and of the credits by month. */
  pictures: { surfaces: readonly string[]; credits: string | undefined }
  /** Newest day of the stored usage; undefined when no day is stored. */
  newestDay: string | undefined
  /** Days without activity after which a seat is idle. */
  idleDays: number
  /** Whether the reader may see the recent changes. */
  mayReview: boolean
}

const SHOWN_SEATS = 50
const NUMBER = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const DOLLARS = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'USD' })
const NOT_KNOWN = html`<span class="soft">not known</span>`
const NO_PERSON = html`<span class="soft">no person</span>`

/** Page for administrators of the assistant: people by surface, credits by month, and idle seats. */
export function usagePage(usage: Usage): string {
  return layout(
    'Use of the code assistant',
    html`${usageSentence(usage)} ${peopleSection(usage)} ${creditsSection(usage)}
    ${seatsSection(usage)}`,
    { mainPage: '/usage', mayReview: usage.mayReview, sources: sourcesOf(usage), isWide: true },
  )
}

/** The newest day of usage, and the day of the newest bill. */
function sourcesOf({ newestDay, spend }: Usage): [string, string][] {
  const asked = spend.months.map(({ asked_at: at }) => at).toSorted()
  const bills = asked.at(-1)
  return [
    ...(newestDay === undefined ? [] : [['Usage', newestDay] satisfies [string, string]]),
    ...(bills === undefined ? [] : [['Bills', bills] satisfies [string, string]]),
  ]
}

/** Until then editors were updated that made the host count agent mode too low. */
const AGENTS_COUNTED_FROM = '2026-12'

function peopleSection({ months, pictures: { surfaces: pictures } }: Usage): Html | false {
  const oldest = months.at(-1)?.period ?? AGENTS_COUNTED_FROM
  return section('people', 'People by surface', [
    pictures.length === 0
      ? html`<p>Not available: no stored day contains people by surface.</p>`
      : html`<p class="soft">
            People on the busiest day of each week. A person counts in each surface that they used,
            so the surfaces do not add up.
          </p>
          <div class="pictures">${pictures.map((one) => asMarkup(one))}</div>
          ${
            oldest < AGENTS_COUNTED_FROM &&
            html`<p class="soft">
              Before 6 October 2026, and later until each editor was updated, the source-control
              host counted agent mode too low.
            </p>`
          }
          <details>
            <summary>Table by month</summary>
            <p class="soft">People on the busiest day of each month.</p>
            ${rowsTable(
              ['Month', ...SURFACES.map((surface) => SURFACE_TITLES[surface])],
              months.map(({ period, people }) => [
                monthText(period),
                ...SURFACES.map((surface) => people[surface] ?? NOT_KNOWN),
              ]),
            )}
          </details>`,
  ])
}

function creditsSection({ spend, pictures }: Usage): Html {
  const { months, pool, not_available: reason } = spend
  return html`<section class="card" aria-labelledby="spend">
    <h2 id="spend">Credits</h2>
    ${reason !== null && html`<p class="alarm">Not available: ${reason}.</p>`}
    <p>${poolText(pool)}</p>
    <p>${budgetText(spend)}</p>
    ${pictures.credits !== undefined && asMarkup(pictures.credits)}
    ${
      months.length > 0 &&
      html`<details>
          <summary>Table by month</summary>
          ${rowsTable(
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
}: Spend['pool']): string {
  if (perSeat === null)
    return 'Included credits: not known, because the credits of each seat are not configured.'
  if (included === null)
    return 'Included credits: not known, because the number of seats is not known.'
  const used =
    share === null || month === null
      ? ''
      : `; ${monthText(month)} used ${NUMBER.format(share * 100)} %`
  return `Included credits: ${NUMBER.format(included)} a month${used}.`
}

function budgetText({ budget, budget_not_available: reason }: Spend): string {
  if (reason !== null) return `Budget: not available. ${reason}.`
  if (budget === null) return 'Budget: none is set.'
  const { amount, stops_use: stops } = budget
  const effect = stops ? 'stops' : 'does not stop'
  return `Budget: ${DOLLARS.format(amount)} a month. Billed use ${effect} at this amount.`
}

function numberOr(value: number | null): Html | string {
  return value === null ? NOT_KNOWN : NUMBER.format(value)
}

function seatsSection({ seats, idleDays }: Usage): Html | false {
  return section('seats', 'Idle seats', [
    seats.idle === null
      ? html`<p class="alarm">Not available: ${seats.not_available}</p>`
      : html`<div class="row">
            <p>
              <b>${seats.idle.length}</b> of ${seats.total} seats had no activity for the
              ${idleDays} days to ${dateText(seats.used?.day ?? '')}.
              ${
                seats.idle_cost_month === null
                  ? 'Their cost is not known, because the price of a seat is not configured.'
                  : `Cost: ${DOLLARS.format(seats.idle_cost_month)} a month.`
              }
            </p>
            <a
              class="button"
              href="/assistant/api/seats/summary?idleDays=${idleDays}&format=csv&for=spreadsheet"
              >Download as CSV</a
            >
          </div>
          ${seats.idle.length > 0 && idleTable(seats.idle)}`,
  ])
}

function idleTable(idle: NonNullable<ShownSeats['idle']>): Html {
  return html`${rowsTable(
    ['Person', 'Team', 'Last activity'],
    idle
      .slice(0, SHOWN_SEATS)
      .map(({ login, team, team_name: name, since, never_used: isNew }) => [
        login === null ? NO_PERSON : html`<bdi>${login}</bdi>`,
        html`<bdi>${name ?? team ?? ''}</bdi>`,
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
