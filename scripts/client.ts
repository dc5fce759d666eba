/** `npm run client`: generates the types of the client package. */
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { command, runTool, UsageError } from '@landscape/config'

/** Installed in the client package: the generator needs the API of an older compiler than the project's. */
const GENERATOR = 'node_modules/openapi-typescript/bin/cli.js'
const DEFAULT_ADDRESS = 'http://localhost:5001'
const at = (path: string) => fileURLToPath(new URL(`../libs/client/${path}`, import.meta.url))
const DESCRIPTION = at('openapi.json')
const TYPES = at('src/description.ts')

async function generate(address: string): Promise<void> {
  if (!URL.canParse(address)) throw new UsageError(`[address] is not an address: "${address}"`)
  const answer = await fetch(`${address}/openapi.json`)
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`)
  const description = `${JSON.stringify(await answer.json(), null, 2)}\n`
  writeFileSync(DESCRIPTION, description)
  const directory = mkdtempSync(join(tmpdir(), 'description-'))
  const narrowed = join(directory, 'openapi.json')
  writeFileSync(narrowed, JSON.stringify(JSON.parse(description), asJson))
  execFileSync(process.execPath, [at(GENERATOR), narrowed, '--output', TYPES], { stdio: 'inherit' })
  rmSync(directory, { recursive: true })
  const types = readFileSync(TYPES, 'utf8')
  writeFileSync(
    TYPES,
    `/** Made of openapi.json with the SHA-256 ${hash('sha256', description)} */\n${types}`,
  )
}

/** What there is as JSON is JSON to the client: it does not ask for other formats of it. */
function asJson(key: string, value: unknown): unknown {
  if (key === 'parameters' && Array.isArray(value)) {
    return value.filter((parameter: { name?: unknown }) => parameter.name !== 'format')
  }
  if (key !== 'content') return value
  const content = Object.entries(value as Record<string, unknown>)
  const json = content.filter(([type]) => /[/+]json$/.test(type))
  return json.length > 0 ? Object.fromEntries(json) : value
}

const clientTool = {
  name: 'client',
  ...command({
    about:
      'Fetches the API description from a running gateway and generates the types of libs/client from it.',
    arguments: { '[address]': `of the gateway; ${DEFAULT_ADDRESS} when absent` },
    examples: ['', 'http://localhost:6001'],
    run: ([address = DEFAULT_ADDRESS]) => generate(address),
  }),
}

process.exitCode = await runTool(clientTool, process.argv.slice(2))
