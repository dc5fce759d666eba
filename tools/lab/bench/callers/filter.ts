import { measureInterleaved, median, type Measurement, type Taken } from '../measure.ts'
import { costOf } from './cost-of.ts'
import { RARE_LANGUAGE, REAL, TEN_TIMES, withLandscape } from './landscape.ts'

const SIZES = [REAL, TEN_TIMES, 2 * TEN_TIMES]
const PATH = `/api/v1/projects/filter?languages=${RARE_LANGUAGE}`

/** An administrator's search for ten projects among many, by one caller. */
export async function benchFilter(): Promise<Measurement[]> {
  const bySize: (readonly Taken[])[] = []
  for (const size of SIZES) {
    bySize.push(
      await withLandscape(size, async ({ gateway, projects, signedIn }) => {
        const headers = signedIn('admin@acme.example', ['admin'])
        const side = {
          url: gateway + PATH,
          through: [gateway, projects],
          headers,
          connections: 1,
        }
        return (await measureInterleaved([side]))(side)
      }),
    )
  }
  const smallest = median(bySize[0]?.map(({ cpu }) => cpu) ?? [])
  return [
    ...bySize.map((rounds, i) => costOf(`${PATH}, ${SIZES[i]} projects`, rounds)),
    {
      label: `the same, ${SIZES.at(-1)} projects / ${REAL}`,
      values: bySize.at(-1)?.map(({ cpu }) => cpu / smallest) ?? [],
      target: '≤ 1.5',
    },
  ]
}
