import { STATUS_CODES } from 'node:http'
import { DomainError, type ErrorCode } from '@landscape/errors'
import { route, statusOf, type Route } from '@landscape/http'
import { elsewhere, html, layout, PAGE_HEADERS } from '@landscape/markup'
import { PAGE, preparePage, respondPublic } from '@landscape/service'
import { z } from 'zod'

/** What each kind of refusal means, and what its reader can do. */
const PROBLEMS: Readonly<Record<ErrorCode, readonly [meaning: string, advice: string]>> = {
  'invalid-input': [
    'Something in the request is missing, or is not what it has to be.',
    'Where “errors” names places, change what stands there, and send the request again.',
  ],
  unauthenticated: [
    'The request does not say who calls, or what says so is not valid, or no longer.',
    'Sign in again, or send a new token as “Authorization: Bearer …”.',
  ],
  forbidden: [
    'The caller may not do this: it takes another group, or the page of another site asked for it.',
    'The reference says which group each operation takes; ask an administrator to be let into it.',
  ],
  'not-found': [
    'There is nothing at this address, or nothing that the caller may see.',
    'Compare the path, and the names in it, with the reference and with what lists show.',
  ],
  'method-not-allowed': [
    'The path does not take this method.',
    'The header “Allow” of the answer names the methods that it takes.',
  ],
  'body-missing': [
    'A part of the record that every project has is missing.',
    'Send the whole record; the reference shows one.',
  ],
  conflict: [
    'What is stored stands against it: a name that is taken, for example.',
    'Read what is stored, and decide anew.',
  ],
  'precondition-failed': [
    'What is stored has changed since it was read.',
    'Read it again, make the change there, and send the new tag in “If-Match”.',
  ],
  'payload-too-large': [
    'The body is larger than the operation takes.',
    'Send less of it at a time.',
  ],
  'target-too-long': ['The address is too long.', 'Ask for less at a time.'],
  'quota-exceeded': [
    'The owner has as many projects, or as much data, as one owner may have.',
    'Delete what is not needed any more, or ask an administrator to store it.',
  ],
  'unsupported-media-type': [
    'The body is of a type that the operation does not take, or it is compressed.',
    'Send it as the type that the reference names, as it is.',
  ],
  misdirected: [
    'The request came to a service that it was not made out to.',
    'Send it to the gateway, which finds the right one.',
  ],
  'rate-limited': [
    'The caller has sent too many requests in a minute, or has too many under way.',
    'Wait as many seconds as “Retry-After” says.',
  ],
  failed: [
    'Something that this needs answered with an error of its own.',
    'Try again later; if that does not help, tell whoever runs this the “requestId” of the error.',
  ],
  'not-implemented': ['This is not set up here.', 'Ask whoever runs this whether it can be.'],
  'upstream-unavailable': [
    'A service took the request and gave no whole answer.',
    'Before you repeat an edit, read whether it was stored.',
  ],
  unavailable: [
    'What is needed for this cannot be reached at the moment, or has too much to do.',
    'Try again after as many seconds as “Retry-After” says. Before you repeat an edit, read whether it was stored.',
  ],
  'insufficient-storage': ['There is no room for more, whoever asks.', 'Tell whoever runs this.'],
}

/** The pages that the `type` of an error leads to. */
export function problemRoute(): Route {
  const pages = new Map(
    Object.entries(PROBLEMS).map(([code, said]) => [
      code,
      preparePage(problemPage(code as ErrorCode, said)),
    ]),
  )
  return route({
    ...PAGE,
    path: '/problems/:code',
    id: 'showProblem',
    tag: 'Pages',
    summary: 'What the `type` of an error means, and what to do',
    description:
      'For everybody: every `type` of a refusal but `about:blank` is the path of one of these pages.',
    example: '<!doctype html>…',
    access: 'public',
    params: z.object({
      code: z
        .string()
        .max(100)
        .meta({ description: 'the kind of refusal', param: { example: 'not-found' } }),
    }),
    codes: ['not-found'],
    async handle({ params, headers }) {
      const page = pages.get(params.code)
      if (!page) throw new DomainError('not-found', 'Not found')
      return (await respondPublic(headers, page)).with(PAGE_HEADERS)
    },
  })
}

function problemPage(code: ErrorCode, [meaning, advice]: readonly [string, string]): string {
  const status = statusOf(code)
  return layout(
    `${STATUS_CODES[status]} (${code})`,
    html`<section class="card" aria-label="What it means">
        <p>${meaning}</p>
        <p>${advice}</p>
        <p class="soft">Status ${status}. The error itself says more in “detail”.</p>
      </section>
      ${elsewhere([
        ['/docs', 'API reference'],
        ['/', 'First page'],
      ])}`,
  )
}
