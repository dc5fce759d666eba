import { IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'
import type { AttackSuite } from './attack.ts'

/** Callers that send their own identity headers. */
export const forgedIdentity: AttackSuite = {
  name: 'forged identity',
  attacks: [
    {
      title: "a client sets the gateway's own identity header",
      quick: true,
      async run({ client }) {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
        const token = `${part({ alg: 'none' })}.${part({ sub: '1', groups: ['admin'] })}.`
        const { status } = await client.get('/admin/api/banners', { [IDENTITY_HEADER]: token })
        return { held: status === 401, seen: `returned ${status}` }
      },
    },
  ],
}
