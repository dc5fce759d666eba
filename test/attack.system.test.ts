import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTarget } from '../tools/attack/attack.ts'
import { SUITES } from '../tools/attack/suites.ts'
import type { Production } from './support/production.ts'

const suites = SUITES.map((suite) => ({
  ...suite,
  attacks: suite.attacks.filter(({ quick }) => quick),
})).filter(({ attacks }) => attacks.length > 0)

describe.each(suites)('attack: $name', (suite) => {
  const missing = suite.missing?.()
  // A suite that cannot run is a visible skip.
  const [run, why] = missing === undefined ? [describe, ''] : [describe.skip, ` [${missing}]`]
  run(`holds${why}`, () => {
    let target: Production
    beforeAll(async () => {
      target = await startTarget(suite)
    }, 60_000)
    afterAll(async () => {
      await target?.stop()
    })

    it.each(suite.attacks)(
      'against: $title',
      async (attack) => {
        const { held, seen } = await attack.run(target)
        expect({ held, seen }).toEqual({ held: true, seen })
      },
      90_000,
    )
  })
})
