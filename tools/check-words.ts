/** `npm run check:words`: reports wordings that an English engineer would not write. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runTool } from './command-line/run-tool.ts'
import { command } from './command-line/tool.ts'
import { type Finding, findWords } from './words/find-words.ts'

const PROSE = /\.(ts|js|mjs|md|ya?ml)$|(^|\/)(\.env\.example|Dockerfile)$/
/** Generated files and the list of wordings. */
const NOT_CHECKED =
  /^docs\/specification-coverage\.md$|^tools\/words\/|^libs\/client\/src\/description\.ts$/

const wordsTool = {
  name: 'check:words',
  ...command({
    about: 'Reports wordings to avoid in comments, strings, test titles and documents.',
    notes: 'The list, with what to write instead, is in tools/words/patterns.ts.',
    arguments: {
      '[path…]': 'files or folders, relative to the root; the entire repository when absent',
    },
    examples: ['', 'services/gateway docs'],
    run: check,
  }),
}

function check(paths: readonly string[]): number {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const findings = filesOf(root, paths).flatMap((path) =>
    findWords(path, readFileSync(`${root}${path}`, 'utf8')),
  )
  for (const line of findings.map(lineOf)) console.log(line)
  if (findings.length === 0) return 0
  console.log(`${findings.length} wordings to avoid.`)
  return 1
}

/** Files in the index of Git and new files that are not ignored. */
function filesOf(root: string, paths: readonly string[]): string[] {
  const listed = execFileSync(
    'git',
    [
      'ls-files',
      '-z',
      '--cached',
      '--others',
      '--exclude-standard',
      '--deduplicate',
      '--',
      ...paths,
    ],
    { cwd: root, encoding: 'utf8' },
  )
  return listed
    .split('\0')
    .filter((path) => PROSE.test(path) && !NOT_CHECKED.test(path) && existsSync(`${root}${path}`))
}

function lineOf({ path, line, found, write }: Finding): string {
  return `${path}:${line}: "${found}"; write ${write}`
}

process.exitCode = await runTool(wordsTool, process.argv.slice(2))
