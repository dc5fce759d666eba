import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from '@jest/globals'
import { parse } from 'yaml'

const file = readFileSync(resolve(import.meta.dirname, '../../docker-compose.yml'), 'utf8')
const { services } = parse(file, { merge: true }) as {
  services: Record<string, { ports?: string[]; environment?: Record<string, string> }>
}

it('docker-compose.yml makes links with the port on which it publishes the gateway', () => {
  const [, port] = /^127\.0\.0\.1:(.*):5001$/.exec(services['gateway']?.ports?.[0] ?? '') ?? []
  expect(port).toContain('PORT')
  expect(services['data']?.environment?.['PUBLIC_URL']).toBe(`http://localhost:${port}`)
})
