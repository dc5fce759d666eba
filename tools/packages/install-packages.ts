import { execFileSync } from 'node:child_process'

/**
 * Installs the packages that the lockfile of a folder names, without install scripts. npm writes to
 * standard error.
 *
 * @param folder absolute path
 * @throws Error when npm fails
 */
export function installPackages(folder: string): void {
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  })
}
