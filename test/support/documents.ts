import { BUCKETS, nameOf, type ObjectStore } from '@landscape/store/objects/port'
import { DOCUMENTS } from '@landscape/contracts/documents'

interface Shapes {
  banners: { messages: { message: string; id?: string }[] }
  projects: { projects: { details: { name: string }[]; stage?: string; owner?: string }[] }
  radar: { entries: { id: string; timeline: { description: string; author?: string }[] }[] }
  arrayData: Record<string, string[]>
}

/** Reads a stored document without a service. */
export async function stored<N extends keyof Shapes>(
  store: ObjectStore,
  name: N,
): Promise<Shapes[N]> {
  const got = await store.get(DOCUMENTS[name].ref)
  if (got.kind !== 'found') throw new Error(`${name} is ${got.kind}`)
  return JSON.parse(got.body.toString()) as Shapes[N]
}

/** Returns every object with its version: equal results mean that nothing was written. */
export async function everything(store: ObjectStore): Promise<Record<string, string>> {
  const all: Record<string, string> = {}
  for (const bucket of BUCKETS) {
    for (const key of await store.list(bucket)) {
      const got = await store.get({ bucket, key })
      all[nameOf({ bucket, key })] =
        got.kind === 'found' ? `${got.etag} ${got.body.toString('base64')}` : got.kind
    }
  }
  return all
}
