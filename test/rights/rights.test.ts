import { beforeAll, describe, expect, it } from '@jest/globals'
import {
  BUCKETS,
  composeRights,
  composeWorkloads,
  guideRights,
  kubernetesWorkloads,
  patched,
  type Rights,
  type Workload,
} from './given.ts'
import { usesOfPrograms, type ProgramUses } from './uses.ts'

let uses: ProgramUses
beforeAll(async () => {
  uses = await usesOfPrograms()
})

/** Objects that each writer puts, and objects of the history. */
const COMMON = /^(\.landscape|history)\//

/** The rights that the programs need; `only` the objects where the given rights name some. */
function needs(workloads: readonly Workload[], given: Rights = {}): Rights {
  const programs = [...uses].filter(([name]) =>
    workloads.some(({ program }) => name === program || name.startsWith(`${program}/`)),
  )
  const entries = BUCKETS.flatMap((bucket) => {
    const puts = programs
      .flatMap(([, own]) => [...own.puts])
      .filter((name) => name.startsWith(`${bucket}/`))
      .map((name) => name.slice(bucket.length + 1))
    const isRead = programs.some(([, { reads }]) => reads.has(bucket))
    if (!isRead && puts.length === 0) return []
    const only = [...new Set(puts.filter((name) => !COMMON.test(name)))]
    const right = { write: puts.length > 0, ...(given[bucket]?.only && { only }) }
    return [[bucket, right]]
  })
  return Object.fromEntries(entries) as Rights
}

describe('docker-compose.yml', () => {
  const given = composeRights()

  it.each(composeWorkloads().filter(({ account }) => account !== 'store'))(
    'gives $name the rights that it needs, and no others',
    (workload) => {
      expect(given.get(workload.account)).toEqual(needs([workload]))
    },
  )

  it('gives all rights to the store, and to the containers that fill and repair it', () => {
    const all = composeWorkloads().filter(({ account }) => account === 'store')
    expect(all.map(({ name }) => name)).toEqual(['stock', 'operator'])
    expect(given.get('store')).toEqual(needs(all))
  })
})

describe('the manifests of Kubernetes', () => {
  const given = guideRights()
  const accounts = Map.groupBy(kubernetesWorkloads(), ({ account }) => account)

  it('have the accounts of the guide for operators', () => {
    expect([...given.keys()].toSorted()).toEqual([...accounts.keys()].toSorted())
  })

  it.each([...accounts])(
    'run under %s what has the rights of the guide, and needs all of them',
    (account, workloads) => {
      const rights = given.get(account)
      expect(rights).toEqual(needs(workloads, rights))
    },
  )

  it('give each account a role on AWS', () => {
    expect(patched('overlays/aws', /ServiceAccount/).toSorted()).toEqual(
      [...accounts.keys()].toSorted(),
    )
  })

  it('give each process the credentials of a store that needs an access key', () => {
    expect(patched('components/store-credentials', /Deployment|CronJob/).toSorted()).toEqual(
      kubernetesWorkloads()
        .map(({ name }) => name)
        .toSorted(),
    )
  })
})
