import { describe, expect, it } from '@jest/globals'
import { networkOf, plainAddress } from './client-network.ts'

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:a:b:c:d', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::d', '2001:db8:1:2::/64'],
    ['2001:db8::a:b:c:d', '2001:db8:0:0::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%br-lan', 'fe80:0:0:0::/64'],
    ['::ffff:192.0.2.7%x-y', '192.0.2.7'],
    ['0x7f.1', 'unknown'],
    ['made up', 'unknown'],
    ['', 'unknown'],
  ])('counts %j as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('plainAddress', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::FFFF:192.0.2.7', '192.0.2.7'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['fe80::1%br-lan', 'fe80::1'],
    ['::ffff:192.0.2.7%x', '192.0.2.7'],
    ['0x7f.1', undefined],
    ['%', undefined],
    ['', undefined],
  ])('normalises %j to %j', (text, plain) => {
    expect(plainAddress(text)).toBe(plain)
  })
})
