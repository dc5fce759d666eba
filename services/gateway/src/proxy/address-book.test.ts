import { describe, expect, it } from '@jest/globals'
import { createAddressBook } from './address-book.ts'

const target = new URL('http://assistant:5001')

function bookOf(answers: (readonly string[] | Error)[]) {
  let time = 0
  const book = createAddressBook(
    target,
    async () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (!Array.isArray(answer)) throw answer
      return answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    },
    () => time,
  )!
  const hostsOf = async (requests: number) => {
    const urls = []
    for (let n = 0; n < requests; n++) urls.push((await book.next()).host)
    return urls.sort()
  }
  return { book, hostsOf, later: () => (time += 2_000) }
}

describe('createAddressBook', () => {
  it('gives each replica its turn', async () => {
    const { hostsOf } = bookOf([['10.0.0.1', '10.0.0.2']])
    expect(await hostsOf(4)).toEqual([
      '10.0.0.1:5001',
      '10.0.0.1:5001',
      '10.0.0.2:5001',
      '10.0.0.2:5001',
    ])
  })

  it('notices replicas that come and go', async () => {
    const { book, hostsOf, later } = bookOf([['10.0.0.1'], ['10.0.0.2', '10.0.0.3']])
    expect(await hostsOf(2)).toEqual(['10.0.0.1:5001', '10.0.0.1:5001'])
    later()
    await book.next()
    expect(await hostsOf(2)).toEqual(['10.0.0.2:5001', '10.0.0.3:5001'])
    expect(book.hosts()).toEqual(['10.0.0.2', '10.0.0.3'])
  })

  it('keeps what it knows while the name cannot be looked up', async () => {
    const { book, hostsOf, later } = bookOf([['10.0.0.1'], new Error('EAI_AGAIN')])
    await book.next()
    later()
    expect(await hostsOf(2)).toEqual(['10.0.0.1:5001', '10.0.0.1:5001'])
  })

  it('leaves a name as it is that was never known', async () => {
    const { book } = bookOf([new Error('ENOTFOUND')])
    expect((await book.next()).host).toBe('assistant:5001')
  })

  it('writes IPv6 addresses as URLs have them', async () => {
    const { book } = bookOf([['2001:db8::1']])
    expect((await book.next()).host).toBe('[2001:db8::1]:5001')
  })

  it.each(['http://127.0.0.1:5003', 'http://[::1]:5003', 'https://data.landscape.example'])(
    'is not needed for %s',
    (address) => {
      expect(createAddressBook(new URL(address))).toBeUndefined()
    },
  )
})
