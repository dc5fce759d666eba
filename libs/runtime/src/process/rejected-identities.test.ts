import { describe, expect, it } from '@jest/globals'
import {
  createIdentitySigner,
  createIdentityVerifier,
  IdentityRejected,
} from '../identity/identity-token.ts'
import { createLogger } from '../logging/create-logger.ts'
import { reportRejections } from './rejected-identities.ts'

const SECRET = 'a-secret-of-more-than-32-characters'
const kim = { subject: '1', email: 'kim@acme.example', groups: [] }

describe('reportRejections', () => {
  it('logs each reason once a minute with the number and no token', async () => {
    const lines: string[] = []
    const destination = { write: (line: string) => void lines.push(line) }
    const logger = createLogger({ service: 'test', level: 'info', destination })
    let now = 0
    const verifier = reportRejections(createIdentityVerifier([SECRET], 'data'), {
      logger,
      monotonic: () => now,
    })
    const foreign = await createIdentitySigner('another-secret-of-over-32-characters').sign(
      kim,
      'data',
    )
    const misdirected = await createIdentitySigner(SECRET).sign(kim, 'projects')
    const reject = (token: string) =>
      expect(verifier.verify(token)).rejects.toBeInstanceOf(IdentityRejected)

    for (let n = 0; n < 100; n++) await reject(foreign)
    await reject(misdirected)
    now = 59_999
    await reject(foreign)
    now = 60_000
    await reject(foreign)
    now = 119_999
    await reject(foreign)

    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { reason: 'signature', rejected: 1 },
      { reason: 'audience', rejected: 1 },
      { reason: 'signature', rejected: 101 },
    ])
    expect(lines.join('')).not.toMatch(/eyJ|kim@/)
  })

  it('returns a valid identity', async () => {
    const logger = createLogger({ service: 'test', level: 'silent', destination: { write() {} } })
    const verifier = reportRejections(createIdentityVerifier([SECRET], 'data'), { logger })
    const token = await createIdentitySigner(SECRET).sign(kim, 'data')
    expect(await verifier.verify(token)).toEqual(kim)
  })

  it.each([
    ['form', 'the sender is not the gateway'],
    ['signature', 'INTERNAL_TOKEN_SECRET differs'],
    ['expired', 'the clocks differ'],
    ['not yet valid', 'the clocks differ'],
    ['audience', 'the address of this service'],
    ['claims', 'another version'],
  ] as const)(
    'counts and logs a rejection for %s with its probable cause',
    async (reason, cause) => {
      const logged: string[] = []
      const warn = (_about: unknown, text: string) => void logged.push(text)
      const counts: unknown[] = []
      const counter = (name: string, _help: string, labels: unknown) => (values: unknown) =>
        void counts.push([name, labels, values])
      const rejecting = {
        audience: 'data',
        verify: () => Promise.reject(new IdentityRejected(reason)),
      }
      const verifier = reportRejections(rejecting, {
        logger: { warn } as never,
        metrics: { counter } as never,
      })
      for (let n = 0; n < 2; n++) await verifier.verify('token').catch(() => {})
      expect(logged).toEqual([expect.stringMatching(`^identities rejected: .*${cause}`)])
      const counted = ['landscape_identities_rejected_total', ['reason'], { reason }]
      expect(counts).toEqual([counted, counted])
    },
  )

  it('does not log an error other than a rejection', async () => {
    const broken = { audience: 'data', verify: () => Promise.reject(new Error('broken')) }
    const verifier = reportRejections(broken, { logger: {} as never })
    await expect(verifier.verify('token')).rejects.toThrow('broken')
  })
})
