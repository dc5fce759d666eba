import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { HERE } from './store-on-disk.ts'

const Guard = z.object({ accepted: z.string().regex(/^[0-9a-f]{40}$/), why: z.string() })

/** The last accepted commit, from `bench/guard.json`. */
export function acceptedCommit(): string {
  return Guard.parse(JSON.parse(readFileSync(new URL('bench/guard.json', HERE), 'utf8'))).accepted
}

/** Checks the last accepted commit out into a temporary work tree, installs it once, and returns its directory. */
export function acceptedCheckout(): URL {
  const commit = acceptedCommit()
  const directory = join(tmpdir(), 'landscape-guard', commit)
  const run = (program: string, args: string[], cwd: string) =>
    execFileSync(program, args, { cwd, stdio: ['ignore', 2, 2] })
  if (!existsSync(join(directory, 'package.json'))) {
    // A work tree whose directory was deleted stays registered until this.
    run('git', ['worktree', 'prune'], fileURLToPath(HERE))
    run('git', ['worktree', 'add', '--force', '--detach', directory, commit], fileURLToPath(HERE))
  }
  run(process.execPath, ['tools/bootstrap.mjs'], directory)
  return pathToFileURL(`${directory}/`)
}
