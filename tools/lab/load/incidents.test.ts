import { describe, expect, it } from '@jest/globals'
import { createIncidents } from './incidents.ts'

function incidents() {
  let clock = 0
  const all = createIncidents(() => clock)
  const at = (from: number, until: number, what: number | 'connection' = 503) =>
    all.report({ what, detail: `${what} from ${from}`, from, until })
  return { ...all, at, set: (ms: number) => void (clock = ms) }
}

describe('createIncidents', () => {
  it('explains failures during an incident and for three seconds after', async () => {
    const { at, set, ...all } = incidents()
    set(10_000)
    await all.during('store outage', [503], async () => {
      at(9_000, 10_500)
      set(15_000)
    })
    at(17_900, 18_500)
    expect(all.explained()).toEqual(new Map([['store outage', 2]]))
    expect(all.unexplained()).toEqual([])
  })

  it('does not explain earlier, later or unexpected failures', async () => {
    const { at, set, ...all } = incidents()
    set(10_000)
    await all.during('store outage', [503], async () => set(15_000))
    at(9_000, 9_900)
    at(18_100, 18_200)
    at(11_000, 11_100, 500)
    at(11_000, 11_100, 'connection')
    expect(all.unexplained()).toEqual([
      '503 from 9000',
      '503 from 18100',
      '500 from 11000',
      'connection from 11000',
    ])
  })
})
