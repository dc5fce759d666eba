/** The last green run of `npm run test:nightly`, which a release requires. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { ROOT } from '../docs/texts.ts'
import { type FinishedRun, isComplete, isGreen, type Selection } from './selection.ts'

const FILE = `${ROOT}coverage/nightly.json`
const GreenRun = z.object({ commit: z.string(), at: z.iso.datetime() })

interface Recording {
  /** The commit, when the working tree has no changes. */
  commit: () => string | undefined
  write: (text: string) => void
  now: () => Date
  print: (text: string) => void
}

const REPOSITORY: Recording = {
  commit: cleanCommit,
  write: writeFile,
  now: () => new Date(),
  print: console.error,
}

/** A reporter that records a complete green run on a commit. */
export default class GreenNights {
  readonly #isComplete: boolean
  readonly #recording: Recording
  #commit: string | undefined

  constructor(selection: Selection, recording: Partial<Recording> = {}) {
    this.#isComplete = isComplete(selection)
    this.#recording = { ...REPOSITORY, ...recording }
  }

  /** The record of an earlier run ends with the next one. */
  onRunStart(): void {
    if (!this.#isComplete) return
    this.#commit = this.#recording.commit()
    this.#recording.write('')
  }

  onRunComplete(_contexts: unknown, run: FinishedRun): void {
    if (!this.#isComplete || !isGreen(run)) return
    const { commit, write, now, print } = this.#recording
    const present = commit()
    if (present === undefined || present !== this.#commit) {
      print('The run is not recorded: the working tree changed, or has uncommitted changes.')
      return
    }
    const record: z.infer<typeof GreenRun> = { commit: present, at: now().toISOString() }
    write(`${JSON.stringify(record)}\n`)
  }
}

/**
 * Returns why a commit may not be released, or undefined when its nightly tests were green.
 *
 * @param text the record of the last green run; undefined when there is none
 */
export function nightlyProblem(commit: string, text = recorded()): string | undefined {
  const hint = `npm run test:nightly records a green run of this commit`
  if (text === undefined) return `The nightly tests were not run: ${hint}`
  const run = GreenRun.parse(JSON.parse(text))
  if (run.commit === commit) return undefined
  return `The nightly tests were last green at ${run.commit} (${run.at}): ${hint}`
}

function recorded(): string | undefined {
  return (existsSync(FILE) && readFileSync(FILE, 'utf8')) || undefined
}

function writeFile(text: string): void {
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, text)
}

function cleanCommit(): string | undefined {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  return git('status', '--porcelain') === '' ? git('rev-parse', 'HEAD').trim() : undefined
}
