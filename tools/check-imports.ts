/** `npm run check:imports`: the architecture's import rules. */
import { fileURLToPath } from 'node:url'
import { runTool } from './command-line/run-tool.ts'
import { command } from './command-line/tool.ts'
import { checkImports } from './imports/check.ts'
import { RULES, SOURCE_RULES } from './imports/rules.ts'

/** Detects a checker that reads no modules and therefore reports no violations. */
const MIN_MODULES = 20
const FOLDERS = ['libs', 'services', 'tools', 'test', 'dev']

const importsTool = {
  name: 'check:imports',
  ...command({
    about: "Checks the architecture's import rules, which are in tools/imports/rules.ts.",
    examples: [''],
    run: check,
  }),
}

async function check(): Promise<number> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const { modules, violations } = await checkImports(root, FOLDERS)
  for (const violation of violations) console.error(violation)
  if (modules < MIN_MODULES) {
    console.error(`Only ${modules} modules were checked: the check does not work.`)
  }
  if (violations.length === 0 && modules >= MIN_MODULES) {
    console.log(`${modules} modules keep the import rules.`)
    return 0
  }
  for (const { name, comment } of [...RULES, ...SOURCE_RULES]) {
    if (comment && violations.some((line) => line.startsWith(`${name}:`))) {
      console.error(`  ${name}: ${comment}`)
    }
  }
  return 1
}

process.exitCode = await runTool(importsTool, process.argv.slice(2))
