import { NEW_DATE } from '../load.ts'
import { measureInterleaved, type Measurement, type Side } from '../measure.ts'
import { costOf } from './cost-of.ts'
import { BROWSER, REAL, withLandscape } from './landscape.ts'

/** Statistics since instants that nobody requested before, as from a calendar. */
export async function benchNewDates(): Promise<Measurement[]> {
  return withLandscape(REAL, async ({ gateway, data }) => {
    const url = `${gateway}/api/json${NEW_DATE}`
    const plain = { ...BROWSER, 'accept-encoding': 'identity' }
    const sides: (Side & { label: string; target?: string })[] = [
      { label: 'data service', url, through: [data], headers: BROWSER, target: '≤ 200' },
      { label: 'gateway and data service', url, through: [gateway, data], headers: BROWSER },
      { label: 'data service, not compressed', url, through: [data], headers: plain },
      {
        label: 'data service, 1 connection',
        url,
        through: [data],
        headers: BROWSER,
        connections: 1,
      },
    ]
    const rounds = await measureInterleaved(sides)
    return sides.map((side) =>
      costOf(`/api/json?datetime=…, never seen: ${side.label}`, rounds(side), side.target),
    )
  })
}
