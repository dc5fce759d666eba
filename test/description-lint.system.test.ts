import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { Operation } from './support/operations.ts'

interface Description {
  paths: Record<string, Record<string, Operation>>
}

/** The committed description, which another test compares with that of the gateway. */
const description = JSON.parse(
  readFileSync(new URL('../libs/client/openapi.json', import.meta.url), 'utf8'),
) as Description

/** Returns violations of the recommended rules of Redocly, and of one more. */
async function faultsIn(description: unknown): Promise<string[]> {
  const config = await createConfig({
    extends: ['recommended'],
    rules: { 'operation-tag-defined': 'error' },
  })
  const faults = await lintFromString({
    source: JSON.stringify(description),
    config,
    absoluteRef: '/openapi.json',
  })
  return faults.map(
    ({ ruleId, message, location: [location] }) => `${ruleId} ${location?.pointer}: ${message}`,
  )
}

describe('the description of the API', () => {
  it('passes the rules of the linter', async () => {
    expect(await faultsIn(description)).toEqual([])
  })

  it('fails the rules when an example violates its schema', async () => {
    const wrong = structuredClone(description)
    const response = wrong.paths['/api/v1/user']?.['get']?.responses['200']?.content
    Object.assign(response?.['application/json'] ?? {}, { example: { email: 7, groups: [] } })
    expect((await faultsIn(wrong)).join()).toContain('email')
  })

  it('fails the rules when an operation has an undeclared tag', async () => {
    const wrong = structuredClone(description)
    Object.assign(wrong.paths['/api/v1/user']?.['get'] ?? {}, { tags: ['Undeclared'] })
    expect((await faultsIn(wrong)).join()).toContain('operation-tag-defined')
  })
})
