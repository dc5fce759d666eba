import { DomainError, type ErrorCode } from '@landscape/contracts/errors/domain-error'
import { statusOf } from '@landscape/http/errors/problem'
import { PROBLEM_TEXTS, type ProblemText, UNEXPECTED } from '@landscape/http/errors/problem-texts'
import { respondPublic } from '@landscape/http/responses/conditional-read'
import { PAGE, preparePage } from '@landscape/http/responses/pages'
import { route, type Route } from '@landscape/http/route/route'
import { pageHeaders } from '@landscape/views/layout'
import { problemPage, problemsPage } from './problems-page.ts'
import { z } from 'zod'

const OF_PAGE = {
  ...PAGE,
  tag: 'Pages',
  access: 'public',
} as const

const UNEXPECTED_PROBLEM = { code: undefined, status: 500, ...UNEXPECTED }

/** A page for each error type, and a list of them. */
export function problemRoutes(): Route[] {
  const all = (Object.entries(PROBLEM_TEXTS) as [ErrorCode, ProblemText][])
    .map(([code, text]) => ({ code, status: statusOf(code), ...text }))
    .toSorted((one, other) => one.status - other.status)
  const list = preparePage(problemsPage([...all, UNEXPECTED_PROBLEM]))
  const pages = new Map<string, ReturnType<typeof preparePage>>(
    all.map((problem) => [problem.code, preparePage(problemPage(problem))]),
  )
  return [
    route({
      ...OF_PAGE,
      path: '/problems',
      id: 'listProblems',
      summary: 'All error types, with links to their pages',
      description: 'Sorted by status, each with its title, code and meaning.',
      async handle({ headers }) {
        return (await respondPublic(headers, list)).with(pageHeaders())
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
        return (await respondPublic(headers, page)).with(pageHeaders())
      },
    }),
  ]
}
