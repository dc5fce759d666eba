import { createIdentitySigner, IDENTITY_HEADER } from '@landscape/runtime/identity/identity-token'

/** Secret of the registry's processes. */
export const SECRET = 'only-for-this-measurement-on-loopback'

/** Serialises a document as it is stored. */
export function textOf(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}

/** Creates a client for the owner of a generated project. */
export async function signIn(url: string, index: number) {
  const email = `p${index}@acme.example`
  const identity = { subject: String(index), email, groups: [] }
  const headers = {
    'content-type': 'application/json',
    [IDENTITY_HEADER]: await createIdentitySigner(SECRET).sign(identity, 'projects'),
  }
  return {
    /** Changes the stage of the owner's project. */
    async edit(stage: string) {
      const response = await fetch(`${url}/api/v1/projects/Project%20${index}`, {
        method: 'PUT',
        headers,
        body: JSON.stringify({ user: [{ email }], details: [{ name: `Project ${index}` }], stage }),
      })
      if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`)
      await response.arrayBuffer()
    },
  }
}
