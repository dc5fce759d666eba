import { peakMegabytes } from '../../../test/support/peak-memory.ts'
import { processorMs } from '../../../test/support/processor-time.ts'
import type { Production } from '../../../test/support/production.ts'
import type { AttackSuite } from './attack.ts'

const PROJECTS = '/api/v1/projects'
/** Lengths of projects, in descending order to fill the registry completely. */
const FILLS = [255_000, 10_000, 500, 0]
/** Number of projects of the first length that would fill the registry. */
const CAPACITY = 215
/** Maximum processor time of the services during other requests; a blocking search takes more. */
const MAX_PROCESSOR_MS = 20_000

/** Number of edits in one object of the history. */
const EDITS = 256

const project = (name: string, more: object = {}) => ({
  user: [{ email: '' }],
  details: [{ name }],
  ...more,
})
const at = (name: string) => `${PROJECTS}/${encodeURIComponent(name)}`

/** The headers of any user. */
const callersOf =
  ({ issuer }: Production) =>
  (name: string) => ({
    authorization: issuer.idToken({ email: `${name}@acme.example`, groups: [] }),
  })

/** Users that exhaust or change the registry at the expense of others. */
export const registry: AttackSuite = {
  name: 'registry',
  attacks: [
    {
      title: 'one user registers as many large projects as the registry can hold',
      quick: true,
      async run(target) {
        const { client } = target
        const as = callersOf(target)
        const stored: string[] = []
        for (const length of FILLS) {
          let status = 201
          for (let i = 0; i < CAPACITY && status === 201; i++) {
            const name = `Fill ${length} ${i}`
            const fill = { fill: 'x'.repeat(length) }
            ;({ status } = await client.post(PROJECTS, project(name, fill), as('attacker')))
            if (status === 201) stored.push(name)
          }
        }
        const other = await client.post(PROJECTS, project('Small'), as('other'))
        const deleted = await Promise.all(
          stored.map((name) => client.send('DELETE', at(name), undefined, as('attacker'))),
        )
        const emptied = deleted.filter(({ status }) => status === 204).length
        await client.send('DELETE', at('Small'), undefined, as('other'))
        return {
          held: stored.length < CAPACITY && other.status === 201 && emptied === stored.length,
          seen: `${stored.length} stored, then another user got ${other.status}; ${emptied} deleted again`,
        }
      },
    },
    {
      title: 'one user searches a long list for thousands of values',
      quick: true,
      async run(target) {
        const { client } = target
        const as = callersOf(target)
        const partners = Array.from({ length: 12_000 }, (_, i) => `partner ${i}`)
        const body = project('Long list', { developed: ['Partnership', partners] })
        const planted = await client.post(PROJECTS, body, as('attacker'))
        const same = Array.from({ length: 6 }, () => `developed=${'z,'.repeat(990)}`).join('&')
        const searches = Array.from({ length: 8 }, () =>
          client.get(`${PROJECTS}/filter?${same}`, as('attacker')).catch(() => ({ status: 0 })),
        )
        const started = await processorMs(target)
        const reads = await Promise.all(
          Array.from({ length: 10 }, () =>
            client.get('/api/v1/user', as('other')).catch(() => ({ status: 0 })),
          ),
        )
        const ms = (await processorMs(target)) - started
        const served = reads.filter(({ status }) => status === 200).length
        const found = (await Promise.all(searches)).map(({ status }) => status)
        await client.send('DELETE', at('Long list'), undefined, as('attacker'))
        return {
          held: planted.status === 201 && served === reads.length && ms < MAX_PROCESSOR_MS,
          seen:
            `created with ${planted.status}, searches returned ${found.join(', ')}; ` +
            `${served} of ${reads.length} others served during ${ms} ms of processor time`,
        }
      },
    },
    {
      title: `one user replaces a project of 250 KB ${EDITS} times and reads its history`,
      quick: false,
      async run(target) {
        const { client } = target
        const as = callersOf(target)
        const fill = (n: number) => ({ fill: String.fromCharCode(97 + (n % 26)).repeat(250_000) })
        const memory = await peakMegabytes(target, 'projects')
        await client.post(PROJECTS, project('Again', fill(0)), as('attacker'))
        const edits: number[] = []
        for (let n = 1; n <= EDITS; n++) {
          const { status } = await client.put(
            at('Again'),
            project('Again', fill(n)),
            as('attacker'),
          )
          edits.push(status)
        }
        const histories = Array.from({ length: 8 }, () =>
          client.get(`${at('Again')}/history?limit=5`, as('attacker')).catch(() => ({ status: 0 })),
        )
        const reads: number[] = []
        for (let n = 0; n < 10; n++) {
          reads.push((await client.get('/api/v1/user', as('other'))).status)
        }
        const listed = (await Promise.all(histories)).filter(({ status }) => status === 200).length
        const grown = (await peakMegabytes(target, 'projects')) - memory
        await client.send('DELETE', at('Again'), undefined, as('attacker'))
        const served = reads.filter((status) => status === 200).length
        return {
          held: edits.every((status) => status === 200) && served === 10 && grown < 300,
          seen:
            `${served} of 10 others were served, ${listed} of 8 histories returned, the registry ` +
            `grew by ${grown} MB`,
        }
      },
    },
    {
      title: 'an unrelated user, a contact and an anonymous caller delete a project',
      quick: true,
      async run(target) {
        const { client } = target
        const as = callersOf(target)
        const body = { ...project('Kept'), user: [{ email: 'contact@acme.example' }] }
        await client.post(PROJECTS, body, as('owner'))
        const callers = [as('unrelated'), as('contact'), {}]
        const seen: number[] = []
        for (const headers of callers) {
          seen.push((await client.send('DELETE', at('Kept'), undefined, headers)).status)
        }
        const left = await client.get(at('Kept'), as('owner'))
        await client.send('DELETE', at('Kept'), undefined, as('owner'))
        return {
          held: seen.join() === '404,403,401' && left.status === 200,
          seen: `returned ${seen.join(', ')}; a read by the owner then returned ${left.status}`,
        }
      },
    },
  ],
}
