/** `npm run generators`: the table of its arguments. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from './command-line/run-tool.ts'
import { command } from './command-line/tool.ts'
import { hasPrograms, LANGUAGES } from './generators/clients.ts'

const generatorsTool = {
  name: 'generators',
  ...command({
    about: 'Installs the generators of clients in other languages, and what their clients import.',
    notes: 'A language whose programs are not on the PATH is left out.',
    examples: [''],
    run: install,
  }),
}

function install(): void {
  const folder = mkdtempSync(join(tmpdir(), 'generators-'))
  try {
    for (const [name, language] of Object.entries(LANGUAGES)) {
      if (!hasPrograms(language)) {
        console.log(`${name} is left out: it requires ${language.programs.join(', ')}`)
        continue
      }
      if (!language.isInstalled()) language.install()
      language.generate(join(folder, name))
      language.compile(join(folder, name), true)
      console.log(`${name} is installed`)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

process.exitCode = await runTool(generatorsTool, process.argv.slice(2))
