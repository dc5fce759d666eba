import { describe, expect, it } from '@jest/globals'
import * as fc from 'fast-check'
import { createListIndex } from './list-index.ts'

interface Named {
  names: string[]
}

describe('createListIndex', () => {
  it('finds the same elements as a scan, in every order of versions', () => {
    const names = ['a', 'b', 'c', '__proto__']
    const element = fc.record<Named>({
      names: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
    })
    const list = fc.array(element, { maxLength: 30 })
    const alteration = fc.record({
      at: fc.nat(40),
      gone: fc.nat(2),
      come: fc.array(element, { maxLength: 2 }),
    })
    fc.assert(
      fc.property(
        list,
        fc.array(alteration, { maxLength: 6 }),
        fc.array(fc.nat(6)),
        (first, made, asked) => {
          const versions: (readonly Named[])[] = [first]
          for (const { at, gone, come } of made) {
            versions.push((versions.at(-1) ?? []).toSpliced(at, gone, ...come))
          }
          const find = createListIndex((element) => (element as Named).names)
          for (const n of [...versions.keys(), ...asked]) {
            const version = versions[n % versions.length] ?? []
            for (const name of names) {
              const naive = [...version.keys()].filter((i) => version[i]?.names.includes(name))
              expect(find(version, name)).toEqual(naive)
            }
          }
        },
      ),
    )
  })
})
