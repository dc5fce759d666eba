import type { Attack } from './attack.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
/** Headers of browsers for a form on another host of the same site, with and without its origin. */
const SISTER: readonly Record<string, string>[] = [
  { origin: 'https://wiki.landscape.example', 'sec-fetch-site': 'same-site' },
  { origin: 'null', 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'same-site' },
]

/** The form of `/changes` needs no preflight: only the gateway can check the origin. */
export const sisterSite: Attack = {
  title: 'a page of another host of the same site submits the undo form of an administrator',
  quick: true,
  async run({ url, client, issuer }) {
    const root = issuer.headersFor({ email: 'root@acme.example', groups: ['admin'] })
    const newest = async () => {
      const { json } = await client.get('/admin/api/history?limit=1', root)
      return (json() as { changes: { id: string }[] }).changes[0]?.id
    }
    // The first version of a document cannot be undone.
    for (const message of ['Of the first version', 'Not to be undone']) {
      await client.post('/admin/api/banners/update', { message, pages: ['radar'] }, root)
    }
    const id = await newest()
    const undo = (headers: Record<string, string>) =>
      client.send('POST', `/changes/${id}/undo`, 'confirm=undo', { ...root, ...FORM, ...headers })
    const statuses: number[] = []
    for (const headers of SISTER) statuses.push((await undo(headers)).status)
    const isKept = id !== undefined && (await newest()) === id
    await undo({ origin: url, 'sec-fetch-site': 'same-origin' })
    const isUndone = (await newest()) !== id
    return {
      held: statuses.every((status) => status === 403) && isKept && isUndone,
      seen:
        `returned ${statuses.join()}, the change was ${isKept ? 'kept' : 'undone'}; ` +
        `the own page ${isUndone ? 'undid' : 'did not undo'} it`,
    }
  },
}
