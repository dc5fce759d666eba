import { expect } from '@jest/globals'
import { expectSame, type View } from './view.ts'

interface Plan {
  id: string
  from: string | null
  to: string
  date: string
}
interface PlannedUse {
  technology: string
  ring: string | null
  to: string
  date: string
  projects: number
}

/** Compares the plans of the radar, of each technology, and of the technologies that a programme uses. */
export async function comparePlans(view: View): Promise<void> {
  const { stored, counted, projects, read, rows } = view
  if (!stored.radar) return
  const entries = counted.technologies.flatMap((one) => one.entries)
  const plans = await rows<Plan>('/api/tech-radar/plans')
  expectSame(
    plans.map(({ id, from, to, date }) => `${id}: ${from ?? 'new'} > ${to} on ${date}`),
    entries.flatMap(({ id, plans: own }) => own.map((plan) => `${id}: ${plan}`)),
  )
  const days = plans.map(({ date }) => date)
  expect(days).toEqual(days.toSorted())
  const listed = await rows<{ name: string; planned: { ring: string; from: string } | null }>(
    '/api/technologies',
  )
  for (const { name, planned } of listed) {
    const [next] = counted.of(name)!.entries[0]?.plans ?? []
    const shown = planned && `${planned.ring} on ${planned.from}`
    expect([name, shown]).toEqual([name, next?.split(' > ')[1] ?? null])
  }
  for (const programme of [
    undefined,
    ...new Set(projects.slice(0, 3).map((one) => one.programme)),
  ]) {
    const isOwn = (i: number) => programme === undefined || projects[i]?.programme === programme
    const linked = new Set(projects.flatMap((_, i) => (isOwn(i) ? counted.linkedBy(i) : [])))
    const expected = counted.technologies.flatMap((one, number) => {
      const users = counted.usersOf(one)
      const own = users.projects.filter(isOwn).length
      const isUsed = own > 0 || users.repositories.some((i) => linked.has(i))
      if (programme !== undefined && !isUsed) return []
      return one.entries.flatMap((entry) => entry.plans.map((plan) => `${number}: ${plan}, ${own}`))
    })
    const query = programme === undefined ? '' : `&${new URLSearchParams({ programme }).toString()}`
    const body = await read<{ planTotal: number; plans: PlannedUse[] }>(
      `/api/drift?limit=1${query}`,
    )
    expect(body.planTotal).toBe(expected.length)
    if (expected.length > body.plans.length) continue
    const numberOf = (name: string) => counted.technologies.indexOf(counted.of(name)!)
    expectSame(
      body.plans.map(
        ({ technology, ring, to, date, projects: own }) =>
          `${numberOf(technology)}: ${ring ?? 'new'} > ${to} on ${date}, ${own}`,
      ),
      expected,
    )
  }
}
