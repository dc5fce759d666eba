import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Copies this repository with its installed packages to a directory that the caller removes. */
export async function copyRepository(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'repository-'))
  for (const file of await listed('--cached', '--others', '--exclude-standard')) {
    await cp(join(root, file), join(copy, file))
  }
  const ignored = await listed('--others', '--ignored', '--exclude-standard', '--directory')
  for (const directory of ignored.filter((path) => path.endsWith('node_modules/'))) {
    await link(join(root, directory), join(copy, directory))
  }
  return copy
}

async function listed(...options: string[]): Promise<string[]> {
  const list = ['ls-files', '-z', ...options]
  const { stdout } = await run('git', list, { cwd: root, maxBuffer: 16 * 1024 * 1024 })
  return stdout.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
}

/** Creates hard links instead of copies where both directories are on one file system. */
async function link(from: string, to: string): Promise<void> {
  await run('cp', ['-al', from, to]).catch(() => run('cp', ['-a', from, to]))
}
