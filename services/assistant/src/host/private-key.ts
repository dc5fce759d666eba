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

/** What is wrong with a file that should hold a private key, before anybody needs it. */
export function keyFileFault(path: string): string | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return 'names no file that can be read'
  }
  try {
    createPrivateKey(text)
    return undefined
  } catch {
    return 'names a file without a private key'
  }
}

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
