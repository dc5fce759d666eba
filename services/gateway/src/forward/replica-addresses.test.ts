import { describe, expect, it } from '@jest/globals'
import { createAddressBook } from './replicas.ts'

const target = new URL('http://assistant:5001')

function bookOf(results: (readonly string[] | Error)[]) {
  let time = 0
  const book = createAddressBook(
    target,
    async () => {
      const result = results.length > 1 ? results.shift() : results[0]
      if (!Array.isArray(result)) throw result
      return result.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
    () => time,
  )
  const hosts = async () => (await book.addresses()).map(({ host }) => host)
  return { book, hosts, later: () => (time += 2_000) }
}

describe('createAddressBook', () => {
  it('returns every address of a name', async () => {
    const { hosts } = bookOf([['10.0.0.1', '10.0.0.2']])
    expect(await hosts()).toEqual(['10.0.0.1:5001', '10.0.0.2:5001'])
  })

  it('returns new addresses after the next lookup', async () => {
    const { hosts, later } = bookOf([['10.0.0.1'], ['10.0.0.2', '10.0.0.3']])
    expect(await hosts()).toEqual(['10.0.0.1:5001'])
    later()
    await hosts()
    expect(await hosts()).toEqual(['10.0.0.2:5001', '10.0.0.3:5001'])
  })

  it('looks up at most once per second without delaying callers', async () => {
    let time = 0
    let lookups = 0
    const never = new Promise<never>(() => {})
    const found = [{ address: '10.0.0.1', family: 4 }]
    const lookup = () => (lookups++ === 0 ? Promise.resolve(found) : never)
    const book = createAddressBook(target, lookup, () => time)
    await book.addresses()
    time = 1_000
    await book.addresses()
    expect(lookups).toBe(1)
    time = 1_001
    expect(await book.addresses()).toEqual([new URL('http://10.0.0.1:5001')])
    await book.addresses()
    expect(lookups).toBe(2)
  })

  it('uses the system resolver by default', async () => {
    const book = createAddressBook(new URL('http://localhost:5001'))
    const [first] = await book.addresses()
    expect(['127.0.0.1', '[::1]']).toContain(first?.hostname)
  })

  it('looks up immediately on refresh', async () => {
    const { book, hosts } = bookOf([['10.0.0.1'], ['10.0.0.2']])
    expect(await hosts()).toEqual(['10.0.0.1:5001'])
    await book.refresh()
    expect(await hosts()).toEqual(['10.0.0.2:5001'])
  })

  it.each([new Error('EAI_AGAIN'), []])(
    'keeps the known addresses when a lookup returns %p',
    async (nothing) => {
      const { hosts, later } = bookOf([['10.0.0.1'], nothing])
      await hosts()
      later()
      await hosts()
      expect(await hosts()).toEqual(['10.0.0.1:5001'])
    },
  )

  it('returns the name itself when every lookup failed', async () => {
    const { hosts } = bookOf([new Error('ENOTFOUND')])
    expect(await hosts()).toEqual(['assistant:5001'])
  })

  it('writes IPv6 addresses in brackets', async () => {
    const { hosts } = bookOf([['2001:db8::1']])
    expect(await hosts()).toEqual(['[2001:db8::1]:5001'])
  })

  it.each(['http://127.0.0.1:5003', 'http://[::1]:5003', 'https://data.landscape.example'])(
    'does not look up %s',
    async (address) => {
      const lookup = async () => [{ address: '10.0.0.1', family: 4 }]
      const book = createAddressBook(new URL(address), lookup)
      await book.refresh()
      expect(await book.addresses()).toEqual([new URL(address)])
    },
  )
})
