/**
 * `npm run mutation -- <part> [<tests>…]`: changes the code of a part, a folder or one file, in a
 * thousand small ways and lists those that no test noticed, with a score for each file. Which tests
 * run is up to the further arguments; without any it is all of the part's package. Those that are
 * about an S3 server all ask the same one, when it has been built.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { installedServer, launchServer } from '@landscape/dev/s3-server'

const root = resolve(import.meta.dirname, '..')
const [part, ...tests] = process.argv.slice(2).map((path) => relative(root, resolve(path)))
const [kind, name] = part?.split('/') ?? []
if (part === undefined || name === undefined || ![part, ...tests].every(isThere)) {
  process.stderr.write('Usage: npm run mutation -- <folder or file of a package> [<tests>…]\n')
  process.exit(2)
}

const objects = mkdtempSync(join(root, 'node_modules/mutation-'))
const binary = installedServer()
const s3 = binary === undefined ? undefined : await launchServer(binary, objects)
const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js')
const child = spawn(process.execPath, [stryker, 'run', 'stryker.config.js'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    ...(s3 && { S3_TEST_SERVER: JSON.stringify(s3.server) }),
    MUTATION_PART: part,
    MUTATION_TESTS: tests.length > 0 ? tests.join(',') : `${kind}/${name}`,
  },
})
child.on('exit', (code) => void end(code ?? 1))

async function end(code: number): Promise<void> {
  await s3?.stop()
  rmSync(objects, { recursive: true })
  process.exit(code)
}

function isThere(path: string): boolean {
  return existsSync(join(root, path))
}
