import { elementsOf } from '@landscape/dev/page-reader'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { fetch } from './support/fetch.ts'
import { startLandscape, type Landscape } from './support/landscape.ts'
import { describedOperations, requestTarget, requiredParameters } from './support/operations.ts'

/** Reads that the operator has to set up first. */
const NOT_CONFIGURED = new Set([501])
const reads = describedOperations().filter(({ method }) => method === 'get')

let landscape: Landscape
beforeAll(async () => {
  landscape = await startLandscape({ documents: false })
})
afterAll(() => landscape.stop())

describe('a store without documents', () => {
  it('has reads', () => {
    expect(reads.length).toBeGreaterThan(60)
  })

  it.each(reads)('fails no read: $name', async (operation) => {
    const target = requestTarget(operation.path, requiredParameters(operation))
    const response = await fetch(new URL(target, landscape.url), { redirect: 'manual' })
    const text = await response.text()
    if (NOT_CONFIGURED.has(response.status)) expect(text).toContain('onfigured')
    else expect([response.status < 500, text]).toEqual([true, expect.anything()])
  })

  it('has a landing page with the first commands, and no number', async () => {
    const response = await fetch(landscape.url, { headers: { accept: 'text/html' } })
    const text = await response.text()
    expect(elementsOf(text).filter(({ name }) => name === 'code')).toHaveLength(3)
    expect(text).not.toMatch(/still in use|try again|Nothing moved/)
  })

  it('has no page of findings that calls it clean', async () => {
    const text = await (await fetch(new URL('/drift', landscape.url))).text()
    expect(text).toContain('<h1>The radar has no entries</h1>')
    expect(text).not.toContain('still in use')
  })
})
