import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runNginx } from '../../tools/lab/nginx.ts'

interface DocumentedNginx {
  /** Name of the configuration in deploy/nginx. */
  file: string
  /** Addresses of the configuration with those of the test. */
  addresses: readonly (readonly [example: string, url: string])[]
  port: number
  /** Other files in its directory, by name. */
  files?: Readonly<Record<string, string>>
}

/**
 * Starts nginx with a configuration of deploy/nginx at the addresses of a test.
 *
 * @throws Error when the configuration lacks an address, or nginx does not respond
 */
export async function startDocumentedNginx({ file, addresses, port, files = {} }: DocumentedNginx) {
  const documented = readFileSync(new URL(`../../deploy/nginx/${file}`, import.meta.url), 'utf8')
  const configuration = addresses.reduce((text, [example, url]) => {
    if (!text.includes(example)) throw new Error(`${file} does not contain ${example}`)
    return text.replace(example, new URL(url).host)
  }, documented)
  const directory = mkdtempSync(join(tmpdir(), 'landscape-nginx-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
  const nginx = await runNginx(configuration, port, directory)
  const stop = () => {
    nginx.stop()
    rmSync(directory, { recursive: true })
  }
  return { url: nginx.url, stop }
}
