/** `npm run check:words`: reports wordings that an English engineer would not write. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { command, runTool } from '@landscape/runtime'
import { type Finding, findWords } from './words/find-words.ts'

/** The number of findings may only fall: lower it with each change that removes some. */
const MAX_FINDINGS = 4_250
/** Above this number of new findings a table by folder is printed instead of each line. */
const MAX_LINES = 40

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
  const isComplete = paths.length === 0
  if (isComplete && findings.length <= MAX_FINDINGS) {
    const lower = findings.length < MAX_FINDINGS ? '; lower MAX_FINDINGS to it' : ''
    console.log(`${findings.length} wordings to avoid${lower}.`)
    return 0
  }
  const lines =
    isComplete && findings.length > MAX_LINES ? byFolder(findings) : findings.map(lineOf)
  for (const line of lines) console.log(line)
  if (isComplete)
    console.log(`${findings.length} wordings to avoid, but at most ${MAX_FINDINGS} are allowed.`)
  return findings.length > 0 ? 1 : 0
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

function byFolder(findings: readonly Finding[]): string[] {
  const counts = Map.groupBy(findings, ({ path }) => path.split('/').slice(0, 2).join('/'))
  return [...counts]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([folder, { length }]) => `${String(length).padStart(6)}  ${folder}`)
}

process.exitCode = await runTool(wordsTool, process.argv.slice(2))
