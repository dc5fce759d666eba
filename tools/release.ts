/** `npm run release`: the table of its arguments, and the steps of a release. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { runScript, stopSignal } from './command-line/run-script.ts'
import { runTool } from './command-line/run-tool.ts'
import { command, UsageError } from './command-line/tool.ts'
import { nightlyProblem } from './jest/green-nights.ts'
import { notesOf, releasedChangelog } from './release/changelog.ts'
import { FILES_WITH_VERSION, MANIFESTS } from './release/files.ts'
import { assertMajor, assertNext, replaceVersion, withVersion } from './release/versions.ts'

const root = resolve(import.meta.dirname, '..')
const CHANGELOG = 'CHANGELOG.md'

const releaseTool = {
  name: 'release',
  ...command({
    about: 'Prepares a release: checks, version, changelog, commit and tag. It does not push.',
    notes: 'Needs a clean working tree on main. docs/releasing.md explains the next steps.',
    arguments: { '[version]': 'the version, such as 1.2.0' },
    options: {
      'dry-run': { about: 'print the changes; write, commit and tag nothing' },
      notes: { about: 'print the changes of a released version' },
    },
    examples: ['--dry-run', '1.2.0 --dry-run', '1.2.0', '1.2.0 --notes'],
    run([given], options) {
      process.chdir(root)
      const version = given ?? proposedVersion(options['dry-run'])
      if (options.notes) return printNotes(version)
      return release(version, options['dry-run'])
    },
  }),
}

function presentVersion(): string {
  return (JSON.parse(read('package.json')) as { version: string }).version
}

/** Returns the present version for a dry run while it is not released. */
function proposedVersion(dryRun: boolean): string {
  const present = presentVersion()
  const isReleased = git('tag', '--list', `v${present}`) !== ''
  if (dryRun && !isReleased) return present
  throw new UsageError(
    isReleased
      ? `Give a version above ${present}`
      : `Give a version: ${present} is not released yet`,
  )
}

async function release(version: string, dryRun: boolean): Promise<void> {
  const present = presentVersion()
  assertNext(present, version)
  const tag = `v${version}`
  if (git('tag', '--list', tag) !== '') throw new UsageError(`The tag ${tag} exists`)
  const problems = [...treeProblems(), ...nightlyProblems()]
  if (problems.length > 0 && !dryRun) throw new UsageError(problems.join('\n'))
  const next = nextFiles(present, version)
  if (dryRun) {
    for (const problem of problems) say(`Would stop: ${problem}`)
    say(`Would run "npm test" and "npm run test:system".`)
    for (const path of next.keys()) say(`Would change ${path}.`)
    say(`Would commit "Release ${version}" and tag it ${tag}.\n`)
    say(notesOf(next.get(CHANGELOG) ?? '', version))
    return
  }
  await runTests()
  for (const [path, text] of next) writeFileSync(path, text)
  git('commit', '--quiet', '--message', `Release ${version}`, '--', ...next.keys())
  git('tag', '--annotate', '--message', `Release ${version}`, tag)
  say(`Committed and tagged ${tag}. Publish it: git push origin main ${tag}`)
}

/** Runs all tests on the commit that is released; nobody may change the tree in the meantime. */
async function runTests(): Promise<void> {
  const head = git('rev-parse', 'HEAD')
  const stopped = stopSignal()
  for (const script of ['test', 'test:system']) {
    const { code } = await runScript(script, { output: 'inherit', stopped })
    if (code !== 0) throw new UsageError(`npm run ${script} failed; nothing was changed`)
  }
  const problems = treeProblems()
  if (git('rev-parse', 'HEAD') !== head) problems.push('HEAD moved during the tests')
  if (problems.length > 0) throw new UsageError(problems.join('\n'))
}

/** Returns the files that the release changes, with their next text. */
function nextFiles(present: string, version: string): Map<string, string> {
  const today = new Date().toISOString().slice(0, 10)
  assertMajor(present, version, notesOf(read(CHANGELOG), 'Unreleased'))
  const texts = [
    [CHANGELOG, releasedChangelog(read(CHANGELOG), version, today)] as const,
    ...MANIFESTS.map((path) => [path, withVersion(read(path), version)] as const),
    ...FILES_WITH_VERSION.map(
      (path) => [path, replaceVersion(read(path), present, version)] as const,
    ),
  ]
  return new Map(texts.filter(([path, text]) => text !== read(path)))
}

/** Describes the state of the working tree that prevents a release. */
function treeProblems(): string[] {
  const branch = git('branch', '--show-current')
  return [
    ...(branch === 'main' ? [] : [`The branch is "${branch}"; releases are made on main`]),
    ...(git('status', '--porcelain') === '' ? [] : ['The working tree has uncommitted changes']),
  ]
}

function nightlyProblems(): string[] {
  const problem = nightlyProblem(git('rev-parse', 'HEAD'))
  return problem === undefined ? [] : [problem]
}

function printNotes(version: string): void {
  const notes = notesOf(read(CHANGELOG), version)
  if (notes === '') throw new UsageError(`CHANGELOG.md has no version ${version}`)
  say(notes)
}

function read(path: string): string {
  return readFileSync(path, 'utf8')
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim()
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

process.exit(await runTool(releaseTool, process.argv.slice(2)))
