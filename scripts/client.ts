/**
 * `npm run client [address]`: fetches the API description from a running gateway and generates the types of
 * the client package from it.
 */
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The generator needs a compiler that has an API, which today's has not: neither is installed here. */
const GENERATOR = ['openapi-typescript@7.13.0', 'typescript@5.9.3']
const at = (path: string) => fileURLToPath(new URL(`../libs/client/${path}`, import.meta.url))
const DESCRIPTION = at('openapi.json')
const TYPES = at('src/description.ts')

async function main([address = 'http://localhost:5001']: readonly string[]): Promise<void> {
  const answer = await fetch(`${address}/openapi.json`)
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`)
  const description = `${JSON.stringify(await answer.json(), null, 2)}\n`
  writeFileSync(DESCRIPTION, description)
  const packages = GENERATOR.flatMap((name) => ['--package', name])
  const generate = ['openapi-typescript', DESCRIPTION, '--output', TYPES]
  execFileSync('npm', ['exec', '--yes', ...packages, '--', ...generate], { stdio: 'inherit' })
  const types = readFileSync(TYPES, 'utf8')
  writeFileSync(
    TYPES,
    `/** Made of openapi.json with the SHA-256 ${hash('sha256', description)} */\n${types}`,
  )
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
