import { describe, expect, it } from '@jest/globals'
import { assertOwnHost, isLocalName, isLoopback } from './own-host.ts'

const foreign = expect.objectContaining({
  code: 'forbidden',
  message: expect.stringContaining('use localhost, an IP address or the name in HOST'),
})

describe('assertOwnHost', () => {
  it.each([
    'localhost',
    'localhost:5001',
    'LOCALHOST',
    'landscape.localhost:5001',
    '127.0.0.1:5001',
    '192.168.0.7',
    '[::1]:5001',
    '[2001:db8::7]',
    'gateway:5001',
    'box.example:5001',
  ])('accepts %s', (host) => {
    expect(() => assertOwnHost(host, 'box.example')).not.toThrow()
  })

  it.each([
    undefined,
    '',
    'a b',
    'evil.example',
    'localhost.evil.example',
    'evil.alocalhost',
    '127.0.0.1.evil.example',
    'evil.127.0.0.1.example:80',
    'box.example.evil.example',
  ])('rejects a host that an attacker could register: %s', (host) => {
    expect(() => assertOwnHost(host, 'box.example')).toThrow(foreign)
  })

  it('rejects a name that the process does not listen on', () => {
    expect(() => assertOwnHost('box.example')).toThrow(foreign)
  })
})

describe('isLoopback', () => {
  it.each(['localhost', '127.0.0.1', '127.10.20.30', '::1', '[::1]'])('accepts %s', (host) => {
    expect(isLoopback(host)).toBe(true)
  })

  it.each([
    'a.localhost',
    'localhost.example',
    '127.0.0',
    '127.0.0.1.example',
    '1.127.0.0.1',
    '127a0b0c1',
    '127.0.0.x',
    '::1.example',
    'a::1',
    '0.0.0.0',
  ])('rejects %s', (host) => {
    expect(isLoopback(host)).toBe(false)
  })
})

describe('isLocalName', () => {
  it.each(['localhost', '127.0.0.1', 'gateway', 'data-2', 'Store_1'])('accepts %s', (host) => {
    expect(isLocalName(host)).toBe(true)
  })

  it.each(['a.example', 'gateway.', '.gateway', '1st', '-a', '10.0.0.1', ''])(
    'rejects %s',
    (host) => {
      expect(isLocalName(host)).toBe(false)
    },
  )
})
