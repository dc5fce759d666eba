import { describe, expect, it } from '@jest/globals'
import { planServices } from './plan.ts'

const development = { NODE_ENV: 'development', OTHER: 'kept' }
const listening = (env: Record<string, string>) =>
  planServices(env).services.map(({ name, listens }) => [name, listens[0]?.host, listens[0]?.port])

describe('planServices', () => {
  it('assigns each service the port of its address in the gateway', () => {
    expect(listening({ ...development, DATA_URL: 'http://127.0.0.1:7003/' })).toEqual([
      ['gateway', '127.0.0.1', 5001],
      ['projects', '127.0.0.1', 5002],
      ['data', '127.0.0.1', 7003],
      ['admin-review', '127.0.0.1', 5004],
      ['assistant', '127.0.0.1', 5005],
    ])
  })

  it('passes all settings with the port and address of each service', () => {
    const { services } = planServices({ ...development, HOST: '0.0.0.0', PORT: '80' })
    expect(services[0]?.env).toEqual({
      ...development,
      HOST: '0.0.0.0',
      PORT: '80',
      PUBLIC_URL: 'http://127.0.0.1:80',
    })
    expect(services[2]?.env).toEqual({
      ...development,
      HOST: '127.0.0.1',
      PORT: '5003',
      PUBLIC_URL: 'http://127.0.0.1:80',
    })
  })

  it('keeps a given public address, and has no default in production', () => {
    const publicUrls = (env: Record<string, string>) =>
      planServices(env).services.map((service) => service.env['PUBLIC_URL'])
    const given = publicUrls({ ...development, PUBLIC_URL: 'https://landscape.example' })
    expect(new Set(given)).toEqual(new Set(['https://landscape.example']))
    expect(new Set(publicUrls({ NODE_ENV: 'production' }))).toEqual(new Set([undefined]))
  })

  it('exposes only the gateway to other machines in production', () => {
    expect(listening({ NODE_ENV: 'production' }).map(([, host]) => host)).toEqual([
      undefined,
      ...Array.from({ length: 4 }, () => '127.0.0.1'),
    ])
  })

  it('omits a service whose address is on another machine', () => {
    const plan = planServices({ ...development, DATA_URL: 'http://data.internal:5003' })
    expect(plan.services.map(({ name }) => name)).not.toContain('data')
    expect(plan.elsewhere).toEqual([
      { name: 'data', setting: 'DATA_URL', url: 'http://data.internal:5003' },
    ])
  })

  it('plans only the named services', () => {
    const { services } = planServices(development, ['data', 'gateway'])
    expect(services.map(({ name }) => name)).toEqual(['gateway', 'data'])
  })

  it('assigns consecutive metrics ports', () => {
    const { services } = planServices({ ...development, METRICS_PORT: '9100' })
    expect(services.map(({ env }) => env['METRICS_PORT'])).toEqual([
      '9100',
      '9101',
      '9102',
      '9103',
      '9104',
    ])
    expect(services[1]?.listens[1]).toEqual({ port: 9101, setting: 'METRICS_PORT' })
  })

  it.each([
    ['PORT', '0'],
    ['PORT', 'http'],
    ['HOST', 'this machine'],
    ['DATA_URL', 'localhost:5003'],
  ])('rejects %s=%s by name', (name, value) => {
    expect(() => planServices({ ...development, [name]: value })).toThrow(`${name}: `)
  })
})
