import { SPEND_SUMS, SpendReply } from './reply.ts'
import { matching } from '@landscape/contracts/described-as'
import { respond } from '@landscape/http/responses/conditional-read'
import { prepareAs, ROW_FORMAT, rowFormat, ROW_TYPES } from '@landscape/http/responses/rows'
import { route, type Route } from '@landscape/http/route/route'
import { z } from 'zod'
import { authoriseAssistantAdmin, FOR_ASSISTANT_ADMINS } from '../sign-in/assistant-admin.ts'
import type { FindViewer } from '../sign-in/viewer.ts'
import { isSpan, REVERSED } from '../usage/bounded-period.ts'
import { pricePerCredit, summariseMonths } from '../usage/spend-summary.ts'
import { readSpend, type StoredSpendDeps } from './read-spend.ts'

interface SpendDeps extends StoredSpendDeps {
  findViewer: FindViewer
}

const Month = (name: 'from' | 'to') =>
  matching(/^\d{4}-(?:0[1-9]|1[0-2])$/, `Invalid ${name}`, 'must be a month such as 2026-01')
    .optional()
    .meta({ description: `${name === 'from' ? 'first' : 'last'} month`, examples: ['2026-01'] })

const COLUMNS = ['month', 'is_final', 'sku', 'model', ...Object.keys(SPEND_SUMS)]
const rowsOf = ({ months }: SpendReply) =>
  months.flatMap(({ month, is_final, items }) =>
    items.map((item) => ({ month, is_final, ...item })),
  )

const SpendQuery = z
  .object({
    from: Month('from'),
    to: Month('to'),
    by: z
      .enum(['model', 'sku'], 'Invalid by: use model, sku')
      .optional()
      .meta({
        description: 'groups the items; by SKU and model when absent',
        examples: ['model'],
      }),
    ...ROW_FORMAT,
  })
  .refine(isSpan, REVERSED)

/** Spend by month, as the collector stored it. */
export function spendRoutes(deps: SpendDeps): Route[] {
  return [
    route({
      method: 'get',
      path: '/assistant/api/spend',
      id: 'getSpend',
      tag: 'Assistant usage',
      summary: 'Bills of credits by month, for admins and assistant admins',
      description:
        "Oldest month first; `from` and `to` are included. Sums have the digits of the host's " +
        "numbers; `net_amount` is the host's own, since a discount can exceed the gross. " +
        '`pool` compares the newest month that is not final with `ASSISTANT_CREDITS_PER_SEAT`. ' +
        '`not_available` contains why the newest bill is missing. ' +
        'CSV and NDJSON contain the items.',
      otherTypes: ROW_TYPES,
      ...FOR_ASSISTANT_ADMINS,
      strictQuery: true,
      query: SpendQuery,
      reply: SpendReply,
      conditional: 'read',
      compressed: true,
      codes: ['forbidden', 'rate-limited', 'unavailable'],
      async handle(call) {
        await authoriseAssistantAdmin(deps.findViewer, call)
        const { from = '', to = '9999', by } = call.query
        const { spend, staleSeconds, compared } = await readSpend(deps)
        const isShown = ({ month }: { month: string }) => month >= from && month <= to
        const body: SpendReply = {
          currency: 'USD',
          unit: 'ai-credits',
          price_per_unit: pricePerCredit(spend.filter(isShown)),
          months: summariseMonths(spend, by).filter(isShown),
          ...compared,
        }
        const chosen = rowFormat(call.headers, call.query)
        return respond(call.headers, await prepareAs(chosen, COLUMNS, rowsOf)(body), {
          staleSeconds,
          isPersonal: true,
          isNegotiated: true,
        })
      },
    }),
  ]
}
