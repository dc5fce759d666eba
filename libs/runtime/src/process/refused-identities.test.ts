import { describe, expect, it } from '@jest/globals'
import {
  createIdentitySigner,
  createIdentityVerifier,
  IdentityRefused,
} from '../identity/identity-token.ts'
import { createLogger } from '../logging/create-logger.ts'
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
    now = 59_999
    await refuse(foreign)
    now = 60_000
    await refuse(foreign)
    now = 119_999
    await refuse(foreign)

    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { reason: 'signature', refused: 1 },
      { reason: 'audience', refused: 1 },
      { reason: 'signature', refused: 101 },
    ])
    expect(lines.join('')).not.toMatch(/eyJ|kim@/)
  })

  it('passes on what is believed', async () => {
    const logger = createLogger({ service: 'test', level: 'silent' })
    const verifier = reportRefusals(createIdentityVerifier([SECRET], 'data'), { logger })
    const token = await createIdentitySigner(SECRET).sign(kim, 'data')
    expect(await verifier.verify(token)).toEqual(kim)
  })

  it.each([
    ['form', 'the sender is not the gateway'],
    ['signature', 'INTERNAL_TOKEN_SECRET differs'],
    ['expired', 'the clocks differ'],
    ['not yet valid', 'the clocks differ'],
    ['audience', 'the address of another service'],
    ['claims', 'of another version'],
  ] as const)('counts a refusal for its %s, and says what may be done', async (reason, advice) => {
    const said: string[] = []
    const warn = (_about: unknown, text: string) => void said.push(text)
    const told: unknown[] = []
    const counter = (name: string, _help: string, labels: unknown) => (values: unknown) =>
      void told.push([name, labels, values])
    const refusing = {
      audience: 'data',
      verify: () => Promise.reject(new IdentityRefused(reason)),
    }
    const verifier = reportRefusals(refusing, {
      logger: { warn } as never,
      metrics: { counter } as never,
    })
    for (let n = 0; n < 2; n++) await verifier.verify('token').catch(() => {})
    expect(said).toEqual([expect.stringMatching(`^refuses identities: .*${advice}`)])
    const counted = ['landscape_identities_refused_total', ['reason'], { reason }]
    expect(told).toEqual([counted, counted])
  })

  it('says nothing of an error that is no refusal', async () => {
    const broken = { audience: 'data', verify: () => Promise.reject(new Error('broken')) }
    const verifier = reportRefusals(broken, { logger: {} as never })
    await expect(verifier.verify('token')).rejects.toThrow('broken')
  })
})
