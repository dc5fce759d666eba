/** `npm run check:text`: reports production code that is unsafe with strings that people wrote. */
import { fileURLToPath } from 'node:url'
import { runTool } from './command-line/run-tool.ts'
import { command } from './command-line/tool.ts'
import { ACCEPTED } from './text/accepted.ts'
import { checkText } from './text/check.ts'
import { createProofs } from './text/prove-linear.ts'

/** Detects a checker that reads no files and therefore reports nothing. */
const MIN_FILES = 400

const textTool = {
  name: 'check:text',
  ...command({
    about: 'Reports production code that is unsafe with strings that people wrote.',
    notes: 'tools/text/accepted.ts lists exceptions, each with the bound of its input.',
    examples: [''],
    run: check,
  }),
}

function check(): number {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const proofs = createProofs(`${root}node_modules/.cache/linear-patterns.json`)
  const { files, findings, stale } = checkText(root, ACCEPTED, proofs.proofOf)
  proofs.save()
  for (const { path, line, code, problem } of findings) {
    console.error(`${path}:${line}: ${code} ${problem}`)
  }
  for (const { path, code = '' } of stale) {
    console.error(`${path}: ${code} does not exist: remove it from tools/text/accepted.ts`)
  }
  if (files < MIN_FILES) console.error(`Only ${files} files were read: the check does not work.`)
  return findings.length + stale.length > 0 || files < MIN_FILES ? 1 : 0
}

process.exitCode = await runTool(textTool, process.argv.slice(2))
