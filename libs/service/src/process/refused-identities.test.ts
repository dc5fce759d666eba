import { describe, expect, it } from '@jest/globals'
import { createIdentitySigner, createIdentityVerifier, IdentityRefused } from '@landscape/identity'
import { createLogger } from '@landscape/logging'
import { reportRefusals } from './refused-identities.ts'

const SECRET = 'a-secret-of-more-than-32-characters'
const kim = { subject: '1', email: 'kim@acme.example', groups: [] }

describe('reportRefusals', () => {
  it('logs each reason at once and then once a minute with the number, and never a token', async () => {
    const lines: string[] = []
    const destination = { write: (line: string) => void lines.push(line) }
    const logger = createLogger({ service: 'test', level: 'info', destination })
    let now = 0
    const verifier = reportRefusals(createIdentityVerifier([SECRET], 'data'), {
      logger,
      monotonic: () => now,
    })
    const foreign = await createIdentitySigner('another-secret-of-over-32-characters').sign(
      kim,
      'data',
    )
    const misled = await createIdentitySigner(SECRET).sign(kim, 'projects')
    const refuse = (token: string) =>
      expect(verifier.verify(token)).rejects.toBeInstanceOf(IdentityRefused)

    for (let n = 0; n < 100; n++) await refuse(foreign)
    await refuse(misled)
    now = 61_000
    await refuse(foreign)

    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { reason: 'signature', refused: 1 },
      { reason: 'audience', refused: 1 },
      { reason: 'signature', refused: 100 },
    ])
    expect(lines.join('')).not.toMatch(/eyJ|kim@/)
  })

  it('passes on what is believed', async () => {
    const logger = createLogger({ service: 'test', level: 'silent' })
    const verifier = reportRefusals(createIdentityVerifier([SECRET], 'data'), { logger })
    const token = await createIdentitySigner(SECRET).sign(kim, 'data')
    expect(await verifier.verify(token)).toEqual(kim)
  })
})
