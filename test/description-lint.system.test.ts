import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import type { Operation } from './support/operations.ts'

interface Description {
  paths: Record<string, Record<string, Operation>>
}

/** The committed description, which another test compares with that of the gateway. */
const description = JSON.parse(
  readFileSync(new URL('../libs/client/openapi.json', import.meta.url), 'utf8'),
) as Description

/** Returns violations of the recommended rules of Redocly and the `oas` rules of Spectral. */
async function faultsIn(description: unknown): Promise<string[]> {
  const source = JSON.stringify(description)
  const config = await createConfig({ extends: ['recommended'] })
  const byRedocly = await lintFromString({ source, config, absoluteRef: '/openapi.json' })
  const ruled = new spectral.Spectral()
  ruled.setRuleset({ extends: [oas as RulesetDefinition] })
  const bySpectral = await ruled.run(JSON.parse(source) as Record<string, unknown>)
  return [
    ...byRedocly.map(
      ({ ruleId, message, location: [location] }) => `${ruleId} ${location?.pointer}: ${message}`,
    ),
    ...bySpectral.map(({ code, message, path }) => `${code} #/${path.join('/')}: ${message}`),
  ]
}

describe('the description of the API', () => {
  it('passes the rules of two linters', async () => {
    expect(await faultsIn(description)).toEqual([])
  })

  it('fails the rules when an example violates its schema', async () => {
    const wrong = structuredClone(description)
    const response = wrong.paths['/api/v1/user']?.['get']?.responses['200']?.content
    Object.assign(response?.['application/json'] ?? {}, { example: { email: 7, groups: [] } })
    expect((await faultsIn(wrong)).join()).toContain('email')
  })
})
