import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import { DomainError, type ErrorCode } from '@landscape/contracts/errors/domain-error'
import { toProblem } from './problem.ts'
import { pageHeaders } from '@landscape/views/layout'
import { problemPage } from './problem-page.ts'
import { PROBLEM_TEXTS, UNEXPECTED } from './problem-texts.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
const IDS = { requestId: 'request-1', traceId: '4bf92f3577b34da6a3ce929d0e0e4736' }

function shown(error: unknown, accept: string | undefined = BROWSER) {
  const req = { headers: { accept } } as IncomingMessage
  return problemPage(toProblem(error, IDS), req)
}
const textOf = (error: unknown) => shown(error).text ?? ''

describe('problemPage', () => {
  it.each([BROWSER, 'text/html', 'text/html, application/json', 'application/json;q=0.9, text/*'])(
    'renders a page for Accept: %s',
    (accept) => {
      const { text, headers } = shown(new DomainError('not-found', 'Not found'), accept)
      expect(text).toMatch(/^<!doctype html>/)
      expect(headers).toEqual({
        ...pageHeaders(),
        'content-type': 'text/html; charset=utf-8',
        vary: 'Accept',
      })
    },
  )

  it.each([
    undefined,
    '*/*',
    'application/json',
    'application/problem+json',
    'application/json, text/plain, */*',
    'application/json, text/html',
    'text/html;q=0.5, */*',
    'text/html;q=0',
    'text/csv',
    'image/avif,image/webp,*/*;q=0.8',
    'nonsense',
    `text/html, ${'a/b,'.repeat(500)}`,
  ])('renders no page for Accept: %s', (accept) => {
    const req = { headers: { accept } } as IncomingMessage
    const problem = toProblem(new DomainError('not-found', 'Not found'), IDS)
    expect(problemPage(problem, req)).toEqual({ headers: { vary: 'Accept' } })
  })

  it.each(Object.keys(PROBLEM_TEXTS) as ErrorCode[])(
    'shows message, advice and links for %s',
    (code) => {
      const text = textOf(new DomainError(code, 'Why it failed'))
      const { heading, advice } = PROBLEM_TEXTS[code]
      for (const part of [
        `<h1>${heading}</h1>`,
        '<p>Why it failed</p>',
        advice,
        'request ID request-1',
        'href="/"',
        `href="/problems/${code}"`,
      ]) {
        expect(text).toContain(part)
      }
    },
  )

  it('shows the meaning when the message equals the heading', () => {
    const { heading, meaning } = PROBLEM_TEXTS['not-found']
    const text = textOf(new DomainError('not-found', heading))
    expect(text).toContain(`<p>${meaning}</p>`)
    expect(text).not.toContain(`<p>${heading}</p>`)
  })

  it('hides the message of an unexpected error', () => {
    const text = textOf(new Error('key=secret'))
    expect(text).toContain(`<h1>${UNEXPECTED.heading}</h1>`)
    expect(text).not.toContain('secret')
  })

  it('escapes the detail and the invalid parts', () => {
    const text = textOf(
      new DomainError('invalid-input', 'Invalid <b>', {
        faults: [
          { path: ['<i>'], detail: 'is missing' },
          { path: [], detail: 'is malformed' },
        ],
        extensions: { detail: 'Because of <u>' },
      }),
    )
    expect(text).toContain('<p>Invalid &#60;b&#62;</p>')
    expect(text).toContain('<p>Because of &#60;u&#62;</p>')
    expect(text).toMatch(/<li><code>\/&#60;i&#62;<\/code>\s+is missing<\/li>/)
    expect(text).toMatch(/<li>\s*is malformed<\/li>/)
    expect(textOf(new DomainError('invalid-input', 'Invalid')).match(/Invalid</g)).toHaveLength(1)
  })

  it('states a single invalid part once when the message names it', () => {
    const pageOf = (...paths: string[]) =>
      textOf(
        new DomainError('invalid-input', 'Unknown kind: kinds are a, b', {
          faults: paths.map((path) => ({ path: [path], detail: 'is not a kind' })),
        }),
      )
    expect(pageOf('kind')).not.toContain('<code>')
    expect(pageOf('ring')).toContain('<code>/ring</code>')
    expect(pageOf('kind', 'ring')).toContain('<code>/kind</code>')
  })

  it('links to the pages that the caller may have meant', () => {
    const links = [{ text: '<i>', href: '/technologies/i' }]
    const text = textOf(new DomainError('not-found', 'None', { extensions: { links } }))
    expect(text).toContain('<li><a href="/technologies/i">&#60;i&#62;</a></li>')
  })
})
