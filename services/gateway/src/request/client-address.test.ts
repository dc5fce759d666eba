import { describe, expect, it } from '@jest/globals'
import { clientAddress } from './client-address.ts'

describe('clientAddress', () => {
  it('is the peer when no proxy is trusted, whatever the client claims', () => {
    expect(clientAddress('192.0.2.1', '203.0.113.9', 0)).toBe('192.0.2.1')
  })

  it.each([
    ['203.0.113.9', 1, '203.0.113.9'],
    ['198.51.100.66, 203.0.113.9', 1, '203.0.113.9'],
    ['198.51.100.66, 203.0.113.9, 10.0.0.1', 2, '203.0.113.9'],
    ['203.0.113.9', 2, '203.0.113.9'],
    ['2001:db8::1', 1, '2001:db8::1'],
    ['nonsense', 1, '192.0.2.1'],
    ['', 1, '192.0.2.1'],
  ])('reads %j behind %d proxies as %s', (header, hops, address) => {
    expect(clientAddress('192.0.2.1', header, hops)).toBe(address)
  })

  it('is the peer when the trusted proxy said nothing', () => {
    expect(clientAddress('192.0.2.1', undefined, 1)).toBe('192.0.2.1')
  })
})
