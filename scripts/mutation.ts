/**
 * `npm run mutation -- <part> [<tests>…]`: changes the code of a part, a folder or one file, in a
 * thousand small ways and lists those that no test noticed, with a score for each file. Which tests
 * run is up to the further arguments; without any it is all of the part's package.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const [part, ...tests] = process.argv.slice(2).map((path) => relative(root, resolve(path)))
const [kind, name] = part?.split('/') ?? []
if (part === undefined || name === undefined || ![part, ...tests].every(isThere)) {
  process.stderr.write('Usage: npm run mutation -- <folder or file of a package> [<tests>…]\n')
  process.exit(2)
}

const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const child = spawn(process.execPath, [stryker, 'run', 'stryker.config.js'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    MUTATION_PART: part,
    MUTATION_TESTS: tests.length > 0 ? tests.join(',') : `${kind}/${name}`,
  },
})
child.on('exit', (code) => process.exit(code ?? 1))

function isThere(path: string): boolean {
  return existsSync(join(root, path))
}
