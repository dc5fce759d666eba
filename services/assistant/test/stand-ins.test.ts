import { describe, expect, it } from '@jest/globals'
import { createLogger } from '@landscape/logging'
import { openHost } from '../src/host/open-host.ts'
import { openSignIn } from '../src/sign-in/open-sign-in.ts'
import { assistantService } from './assistant-service.ts'

const MISSING = ['SCM_ORG']

/** Host and sign-in as they are made while settings are missing. */
async function openWithoutSettings(development: boolean) {
  const { documents } = await assistantService({
    organisationHistory: [{ date: '2026-11-17', total_active_users: 3 }],
  })
  const lines: { level: string; missing: string[] }[] = []
  const tools = {
    development,
    fetch,
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
      pkce: true,
      secrets: ['a-secret-of-more-than-32-characters'],
    },
    { ...tools, usedStates: documents.usedStates },
  )
  return { ...host, signIn, lines }
}

describe('while settings are missing', () => {
  it('sample data and a sample user stand in for the host in development', async () => {
    const { source, reports, signIn, lines } = await openWithoutSettings(true)
    expect((await source.organisationUsage()).value).toHaveLength(1)
    expect(reports).toBeUndefined()
    const { location } = await signIn.begin({ state: 'a-state-of-the-client' })
    expect(location).toMatch(/^https:\/\/landscape\.example\/copilot\/team\?code=/)
    expect(lines).toMatchObject([
      { level: 'info', missing: MISSING, msg: expect.stringContaining('sample data') },
      { level: 'info', missing: MISSING },
    ])
  })

  it('nothing stands in for it elsewhere, and what is missing is told', async () => {
    const { source, reports, signIn, lines } = await openWithoutSettings(false)
    const refusal = { code: 'unavailable', message: 'Not configured: SCM_ORG' }
    await expect(source.organisationUsage()).rejects.toMatchObject(refusal)
    await expect(signIn.begin({})).rejects.toMatchObject(refusal)
    expect(reports).toBeUndefined()
    expect(lines).toMatchObject([
      { level: 'warn', missing: MISSING },
      { level: 'warn', missing: MISSING },
    ])
  })
})
