import { STATUS_CODES } from 'node:http'
import { DomainError, type ErrorCode } from '@landscape/contracts/errors/domain-error'
import { statusOf } from '@landscape/http/errors/problem'
import { PROBLEM_TEXTS, type ProblemText, UNEXPECTED } from '@landscape/http/errors/problem-texts'
import { respondPublic } from '@landscape/http/responses/conditional-read'
import { PAGE, preparePage } from '@landscape/http/responses/pages'
import { route, type Route } from '@landscape/http/route/route'
import { html, type Html } from '@landscape/views/html'
import { layout, PAGE_HEADERS } from '@landscape/views/layout'
import { linkList } from '@landscape/views/link-list'
import { z } from 'zod'

const OF_PAGE = {
  ...PAGE,
  tag: 'Pages',
  example: '<!doctype html>…',
  access: 'public',
} as const

/** A page for each error type, and a list of them. */
export function problemRoutes(): Route[] {
  const all = (Object.entries(PROBLEM_TEXTS) as [ErrorCode, ProblemText][]).toSorted(
    ([one], [other]) => statusOf(one) - statusOf(other),
  )
  const list = preparePage(listPage(all))
  const pages = new Map<string, ReturnType<typeof preparePage>>(
    all.map(([code, texts]) => [code, preparePage(pageOf(code, texts))]),
  )
  return [
    route({
      ...OF_PAGE,
      path: '/problems',
      id: 'listProblems',
      summary: 'All error types, with links to their pages',
      description: 'Sorted by status, each with its title, code and meaning.',
      async handle({ headers }) {
        return (await respondPublic(headers, list)).with(PAGE_HEADERS)
      },
    }),
    route({
      ...OF_PAGE,
      path: '/problems/:code',
      id: 'showProblem',
      summary: 'Meaning of an error type, and how to resolve it',
      description:
        'Public. Every error `type` except `about:blank` is the path of one of these pages.',
      params: z.object({
        code: z
          .string()
          .max(100)
          .meta({ description: 'error code', param: { example: 'not-found' } }),
      }),
      codes: ['not-found'],
      async handle({ params, headers }) {
        const page = pages.get(params.code)
        if (!page) throw new DomainError('not-found', 'Not found')
        return (await respondPublic(headers, page)).with(PAGE_HEADERS)
      },
    }),
  ]
}

function listPage(all: readonly (readonly [ErrorCode, ProblemText])[]): string {
  const rows = all.map(([code, { heading, meaning }]) =>
    rowOf(html`<a href="/problems/${code}">${heading}</a>`, `${statusOf(code)} ${code}`, meaning),
  )
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
            ${rows} ${rowOf(UNEXPECTED.heading, '500 about:blank', UNEXPECTED.meaning)}
          </tbody>
        </table>
      </section>
      ${linkList([
        ['/docs', 'API reference'],
        ['/', 'Home'],
      ])}`,
  )
}

function rowOf(error: Html | string, kind: string, meaning: string): Html {
  return html`<tr>
    <td>
      ${error}
      <span class="side">${kind}</span>
    </td>
    <td>${meaning}</td>
  </tr>`
}

function pageOf(code: ErrorCode, { heading, meaning, advice }: ProblemText): string {
  const status = statusOf(code)
  return layout(
    heading,
    html`<section class="card" aria-label="Meaning">
        <p>${meaning}</p>
        <p>${advice}</p>
        <p class="soft">
          Status ${status} (${STATUS_CODES[status]}), type /problems/${code}. The “detail” of an
          error has more.
        </p>
      </section>
      ${linkList([
        ['/problems', 'All errors'],
        ['/docs', 'API reference'],
        ['/', 'Home'],
      ])}`,
  )
}
