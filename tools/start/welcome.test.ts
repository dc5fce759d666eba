import { describe, expect, it } from '@jest/globals'
import { planServices } from './plan.ts'
import { welcome } from './welcome.ts'

const { services } = planServices({ NODE_ENV: 'development', PORT: '8080' })

describe('welcome', () => {
  it('prints clickable addresses, the data directory and how to stop', () => {
    const text = welcome({ services, development: true, data: { directory: '/d', seeded: 11 } })
    expect(text).toMatch(/gateway +http:\/\/localhost:8080\n/)
    expect(text).toMatch(/assistant +http:\/\/localhost:5005\n/)
    expect(text).toContain('Open http://localhost:8080/ in a browser')
    expect(text).toContain('curl http://localhost:8080/api/health')
    expect(text).toContain('Data: /d, filled with 11 sample documents')
    expect(text).toContain('NO SIGN-IN')
    expect(text).toContain('Ctrl-C')
  })

  it('names the page first, then existing pages, and the health last', () => {
    const text = welcome({ services, development: true, data: undefined })
    const at = (part: string) => text.indexOf(part)
    expect(at('in a browser')).toBeGreaterThan(0)
    expect(at('in a browser')).toBeLessThan(at('/radar /technologies'))
    expect(at('/radar /technologies')).toBeLessThan(at('/api/health'))
    expect(at('/api/health')).toBeLessThan(at('assistant'))
  })

  it('names only pages of services that were started', () => {
    const some = services.filter(({ name }) => ['gateway', 'data'].includes(name))
    const text = welcome({ services: some, development: true, data: undefined })
    expect(text).toContain('Pages: /radar /technologies /projects /drift\n')
  })

  it('prints no warning and no directory in production', () => {
    const text = welcome({ services, development: false, data: undefined })
    expect(text).not.toMatch(/SIGN-IN|Data:/)
  })

  it('prints aliases of paths', () => {
    const facts = { services, development: true, data: undefined }
    const text = welcome({ ...facts, aliases: true })
    expect(text).toContain(
      'COMPATIBILITY_ALIASES: /copilot/api is an alias of /assistant/api,\n' +
        '  and /copilot/api/github/oauth of /assistant/api/scm/oauth.\n',
    )
    expect(welcome({ ...facts, aliases: false })).not.toContain('/copilot')
  })

  it('suggests no requests without a gateway', () => {
    const text = welcome({ services: services.slice(1), development: true, data: undefined })
    expect(text).not.toMatch(/curl|browser/)
  })
})
