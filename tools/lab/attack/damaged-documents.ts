import { DOCUMENTS } from '@landscape/contracts/documents'
import { installedServer } from '@landscape/dev/s3-server'
import { replace } from '@landscape/store/objects/directory'
import type { ClientResponse } from '../../../test/support/client.ts'
import { stored } from '../../../test/support/documents.ts'
import { prepareOnS3, type OnS3 } from '../stage.ts'
import type { AttackSuite, Outcome } from './attack.ts'

const { ref } = DOCUMENTS.banners
const READS = ['/api/banners/all', '/admin/api/banners']
const DAMAGED = '{"messages":"none of your business"}'

async function start(): Promise<OnS3> {
  const target = await prepareOnS3({ described: true })
  await target.startAll(['gateway', 'data', 'admin-review'])
  return target
}

/** A client of an administrator. */
function administrator({ client, issuer }: OnS3) {
  const headers = issuer.headersFor({ email: 'kim@acme.example', groups: ['admin'] })
  return {
    read: (path: string) => client.get(path, headers),
    readAll: () => Promise.all(READS.map((path) => client.get(path, headers))),
    edit: (message: string) =>
      client.post('/admin/api/banners/update', { message, pages: ['radar'] }, headers),
  }
}

/** Stores the document without validation, like another program. */
async function put({ data }: OnS3, text: string): Promise<void> {
  await replace(data.store, ref, Buffer.from(text))
}

async function messages({ data }: OnS3): Promise<string[]> {
  return (await stored(data.store, 'banners')).messages.map(({ message }) => message)
}

const banners = (...all: string[]) =>
  JSON.stringify({ messages: all.map((message) => ({ message, pages: ['radar'], show: true })) })
const isStale = ({ headers }: ClientResponse) => headers['warning'] !== undefined
const shows = (responses: ClientResponse[], text: string) =>
  responses.every((one) => one.text.includes(text))
const statuses = (responses: ClientResponse[]) => responses.map(({ status }) => status).join(', ')

/** Documents that are damaged while the store is available. */
export const damagedDocuments: AttackSuite<OnS3> = {
  name: 'damaged documents',
  start,
  missing: () => (installedServer() === undefined ? 'the S3 server is not installed' : undefined),
  attacks: [
    {
      title: 'responses of the store are truncated, with a valid ETag and a matching length',
      quick: true,
      async run(target): Promise<Outcome> {
        const admin = administrator(target)
        await put(target, banners('as it was'))
        await admin.readAll()
        await put(target, banners('as it is'))
        // Each service reads twice before it returns a cached copy.
        target.data.truncate(ref.key, 2 * READS.length)
        const during = await admin.readAll()
        const after = await admin.readAll()
        const held =
          shows(during, 'as it was') &&
          during.every(isStale) &&
          shows(after, 'as it is') &&
          !after.some(isStale)
        return { held, seen: `returned ${statuses(during)} during, ${statuses(after)} after` }
      },
    },
    {
      title: 'responses of the store are truncated during an edit',
      quick: true,
      async run(target) {
        const admin = administrator(target)
        await put(target, banners('of another program'))
        target.data.truncate(ref.key, 5)
        const { status } = await admin.edit('of an administrator')
        const left = await messages(target)
        const held = status === 200 && left.join() === 'of another program,of an administrator'
        return { held, seen: `returned ${status}, ${left.length} of 2 are stored` }
      },
    },
    {
      title: 'a damaged document is stored and repaired during an edit',
      quick: true,
      async run(target) {
        const admin = administrator(target)
        await put(target, banners('before'))
        await admin.readAll()
        await put(target, DAMAGED)
        const edit = admin.edit('edited')
        const reads = await admin.readAll()
        await put(target, banners('repaired'))
        const { status } = await edit
        const left = await messages(target)
        const held =
          shows(reads, 'before') &&
          reads.every(isStale) &&
          status === 200 &&
          left.join() === 'repaired,edited'
        const seen = `read ${statuses(reads)}, edited ${status}, stored: ${left.join(', ')}`
        return { held, seen }
      },
    },
    {
      title: 'a damaged document is stored and not repaired',
      quick: false,
      async run(target) {
        const admin = administrator(target)
        await put(target, banners('before'))
        await admin.readAll()
        await put(target, DAMAGED)
        const edits = [await admin.edit('first'), await admin.edit('second')]
        const reads = await admin.readAll()
        const got = await target.data.store.get(ref)
        const isLeft = got.kind === 'found' && got.body.toString() === DAMAGED
        await put(target, banners('repaired'))
        const after = await admin.readAll()
        const isNamed = target.output('admin-review').includes(`Document ${ref.bucket}/${ref.key} `)
        const held =
          edits.every(({ status, text }) => status === 500 && !text.includes(ref.key)) &&
          shows(reads, 'before') &&
          shows(after, 'repaired') &&
          isLeft &&
          isNamed
        return { held, seen: `edited ${statuses(edits)}, read ${statuses([...reads, ...after])}` }
      },
    },
  ],
}
