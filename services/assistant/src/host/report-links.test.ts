import { describe, expect, it } from '@jest/globals'
import { linkRule } from './report-links.ts'

describe('linkRule', () => {
  const rule = linkRule(
    ['reports.example', 'copilot-reports-*.b01.azurefd.example'],
    'http://127.0.0.1:5020',
  )

  it.each([
    ['https://reports.example/a?sig=1', true],
    ['https://REPORTS.example/a', true],
    ['https://copilot-reports-production-1.b01.azurefd.example/a', true],
    ['http://127.0.0.1:5020/files/1', true],
    ['https://reportsXexample/a', false],
    ['https://a.reports.example/a', false],
    ['https://copilot-reports-a.evil.b01.azurefd.example/a', false],
    ['https://copilot-reports-a.b01.azurefd.example.evil.example/a', false],
    ['http://127.0.0.1:5011/files/1', false],
    ['http://reports.example/a', false],
  ])('for %s returns %s', (link, allowed) => {
    expect(rule(new URL(link))).toBe(allowed)
  })
})

describe('linkRule with wildcards', () => {
  const rule = linkRule(['*', '*.*', '*.*.*.*'], 'http://127.0.0.1:5020')

  it.each([
    'https://metadata/latest',
    'https://localhost/',
    'https://169.254.169.254/latest',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
  ])('rejects the internal address %s', (link) => {
    expect(rule(new URL(link))).toBe(false)
  })
})
