import { readFile } from 'node:fs/promises'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'

export interface KeySettings {
  secretName: string | undefined
  region: string | undefined
  file: string | undefined
}

const TIMEOUT_MS = 5_000

/** Reads the app's private key: from the secrets manager, or on a laptop from a file. */
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
      if (secret === undefined) throw new Error('The secret holds no text')
      return secret
    } finally {
      client.destroy()
    }
  }
}
