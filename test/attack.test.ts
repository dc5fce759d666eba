import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { SUITES } from './attack/suites.ts'
import { startProduction, type Production } from './support/production.ts'

const suites = SUITES.map((suite) => ({
  ...suite,
  attacks: suite.attacks.filter(({ quick }) => quick),
})).filter(({ attacks }) => attacks.length > 0)

describe.each(suites)('attack: $name', ({ options, attacks }) => {
  let target: Production
  beforeAll(async () => {
    target = await startProduction(options)
  }, 60_000)
  afterAll(async () => {
    await target?.stop()
  })

  it.each(attacks)('holds against: $title', async ({ run }) => {
    const { held, seen } = await run(target)
    expect({ held, seen }).toEqual({ held: true, seen: expect.any(String) })
  })
})
