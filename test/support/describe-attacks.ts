import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type AttackSuite, startTarget } from '../../tools/lab/attack/attack.ts'
import type { Production } from './production.ts'

/** Describes suites of attacks; one that cannot run on this machine is a visible skip. */
export function describeAttacks(suites: readonly AttackSuite[], timeoutMs: number): void {
  describe.each(suites)('attack: $name', (suite) => {
    const missing = suite.missing?.()
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
        timeoutMs,
      )
    })
  })
}
