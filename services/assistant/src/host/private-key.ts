import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'

export interface KeySettings {
  secretName: string | undefined
  region: string | undefined
  file: string | undefined
}

const TIMEOUT_MS = 5_000

/** The fault of a private key file, checked at start-up; undefined when it is valid. */
export function keyFileFault(path: string): string | undefined {
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch {
    return 'must name a readable file'
  }
  try {
    createPrivateKey(content)
    return undefined
  } catch {
    return 'must name a file with a private key'
  }
}

/** Reads the app's private key from the secrets manager, or from a file in local development. */
export function createKeyReader({ secretName, region, file }: KeySettings): () => Promise<string> {
  return async () => {
    if (secretName === undefined) {
      if (file === undefined) throw new Error('No private key is configured')
      return readFile(file, 'utf8')
    }
    const client = new SecretsManagerClient({ ...(region !== undefined && { region }) })
    try {
      const { SecretString: secret } = await client.send(
        new GetSecretValueCommand({ SecretId: secretName }),
        { abortSignal: AbortSignal.timeout(TIMEOUT_MS) },
      )
      if (secret === undefined) throw new Error('The secret has no string value')
      return secret
    } finally {
      client.destroy()
    }
  }
}
