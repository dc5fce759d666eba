import { describe, expect, it } from '@jest/globals'
import { clientAddress } from './client-address.ts'

describe('clientAddress', () => {
  it('returns the peer when no proxy is trusted', () => {
    expect(clientAddress('192.0.2.1', '203.0.113.9', 0)).toBe('192.0.2.1')
  })

  it.each([
    ['203.0.113.9', 1, '203.0.113.9'],
    ['198.51.100.66, 203.0.113.9', 1, '203.0.113.9'],
    ['198.51.100.66, 203.0.113.9, 10.0.0.1', 2, '203.0.113.9'],
    ['2001:db8::1', 1, '2001:db8::1'],
    ['203.0.113.9:51234', 1, '203.0.113.9'],
    ['[2001:db8::1]:51234', 1, '2001:db8::1'],
    ['[2001:db8::1]', 1, '2001:db8::1'],
    ['2001:DB8:0:0::1', 1, '2001:db8::1'],
    ['::ffff:203.0.113.9', 1, '203.0.113.9'],
    ['[::ffff:203.0.113.9]:51234', 1, '203.0.113.9'],
    ['198.51.100.66:1, [2001:db8::1]:2, 10.0.0.1:3', 2, '2001:db8::1'],
    ['fe80::1%eth0', 1, 'fe80::1'],
    ['[fe80::1%a-b.c]:443', 1, 'fe80::1'],
    ['::ffff:203.0.113.9%x-y', 1, '203.0.113.9'],
    ['203.0.113.9:port', 1, '192.0.2.1'],
    ['[203.0.113.9', 1, '192.0.2.1'],
    ['0x7f.1', 1, '192.0.2.1'],
    ['host.example', 1, '192.0.2.1'],
    ['x203.0.113.9:80', 1, '192.0.2.1'],
    ['203.0.113.9:80x', 1, '192.0.2.1'],
    ['x[2001:db8::1]', 1, '192.0.2.1'],
    ['[2001:db8::1]x', 1, '192.0.2.1'],
    ['nonsense', 1, '192.0.2.1'],
    ['', 1, '192.0.2.1'],
  ])('reads %j behind %d proxies as %s', (header, hops, address) => {
    expect(clientAddress('192.0.2.1', header, hops)).toBe(address)
  })

  it('returns the peer when there are fewer entries than trusted proxies', () => {
    expect(clientAddress('192.0.2.1', '203.0.113.9', 2)).toBe('192.0.2.1')
    expect(clientAddress('192.0.2.1', '203.0.113.9, 198.51.100.66', 3)).toBe('192.0.2.1')
  })

  it('removes the zone of a link-local peer', () => {
    expect(clientAddress('fe80::1%br-lan', undefined, 0)).toBe('fe80::1')
  })

  it('unwraps an IPv4 address mapped to IPv6', () => {
    expect(clientAddress('::ffff:192.0.2.1', undefined, 0)).toBe('192.0.2.1')
  })

  it('returns the peer without X-Forwarded-For', () => {
    expect(clientAddress('192.0.2.1', undefined, 1)).toBe('192.0.2.1')
  })
})
