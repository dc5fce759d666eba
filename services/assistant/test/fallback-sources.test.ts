import { describe, expect, it } from '@jest/globals'
import { createLogger } from '@landscape/runtime/logging/create-logger'
import { createHostFetch } from '../src/host/host-fetch.ts'
import { openHost } from '../src/host/open-host.ts'
import { openSignIn } from '../src/sign-in/open-sign-in.ts'
import { assistantService } from './assistant-service.ts'

const MISSING = ['SCM_ORG']

/** Host and sign-in without settings. */
async function openWithoutSettings(development: boolean) {
  const { documents } = await assistantService({
    organisationHistory: [{ date: '2026-11-17', total_active_users: 3 }],
  })
  const lines: { level: string; missing: string[] }[] = []
  const tools = {
    development,
    fetch: createHostFetch(fetch),
    logger: createLogger({
      service: 'assistant',
      level: 'info',
      destination: { write: (line) => void lines.push(JSON.parse(line)) },
    }),
  }
  const host = openHost(
    { app: undefined, missing: MISSING, freshMs: 60_000, staleMs: 60_000 },
    { ...tools, documents },
  )
  const { signIn } = openSignIn(
    {
      client: undefined,
      missing: MISSING,
      frontendUrl: 'https://landscape.example',
      secrets: ['a-secret-of-more-than-32-characters'],
    },
    { ...tools, usedStates: documents.usedStates },
  )
  return { ...host, signIn, lines }
}

describe('missing settings', () => {
  it('are replaced by sample data and a sample user in development', async () => {
    const { source, hasHost, signIn, lines } = await openWithoutSettings(true)
    expect((await source.organisationUsage()).value).toHaveLength(1)
    expect(hasHost).toBe(false)
    const { location } = await signIn.begin({ state: 'a-state-of-the-client' })
    expect(location).toMatch(/^https:\/\/landscape\.example\/copilot\/team\?code=/)
    expect(lines).toMatchObject([
      { level: 'info', missing: MISSING, msg: expect.stringContaining('sample data') },
      { level: 'info', missing: MISSING },
    ])
  })

  it('are reported in errors and logs in production', async () => {
    const { source, hasHost, signIn, lines } = await openWithoutSettings(false)
    const expected = { code: 'unavailable', message: 'Not configured: SCM_ORG' }
    await expect(source.organisationUsage()).rejects.toMatchObject(expected)
    await expect(signIn.begin({})).rejects.toMatchObject(expected)
    expect(hasHost).toBe(false)
    expect(lines).toMatchObject([
      { level: 'warn', missing: MISSING },
      { level: 'warn', missing: MISSING },
    ])
  })
})
