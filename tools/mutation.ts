/** `npm run mutation`: the table of its arguments. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { stopSignal } from './command-line/run-script.ts'
import { runTool } from './command-line/run-tool.ts'
import { command, UsageError } from './command-line/tool.ts'
import { installedServer, launchServer } from '@landscape/dev/s3-server'
import { installPackages } from './packages/install-packages.ts'

const root = resolve(import.meta.dirname, '..')

const mutationTool = {
  name: 'mutation',
  ...command({
    about:
      'Mutates the code of a part and lists the mutants that no test killed, with a score for each file.',
    notes:
      'Installs Stryker from tools/mutation/package-lock.json on first use. ' +
      'Tests share one S3 server if it is built.',
    arguments: {
      '<part>': 'a folder or a file of a package',
      '[tests…]': 'folders or files of the tests to run; those of the package when absent',
    },
    examples: ['libs/store/src/history/diff.ts', 'services/data/src/radar services/data'],
    run: (operands) => mutate(operands.map((path) => relative(root, resolve(path)))),
  }),
}

/** Returns the path of Stryker. It is outside the workspaces, because few need its 170 packages. */
function installedStryker(): string {
  const folder = join(root, 'tools/mutation')
  const stryker = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js')
  if (!existsSync(stryker)) installPackages(folder)
  return stryker
}

async function mutate([part = '', ...tests]: readonly string[]): Promise<number> {
  const [kind, name] = part.split('/')
  if (name === undefined) throw new UsageError(`"${part}" is not in a package`)
  for (const path of [part, ...tests]) {
    if (!existsSync(join(root, path))) throw new UsageError(`"${path}" does not exist`)
  }
  const stryker = installedStryker()
  const objects = mkdtempSync(join(root, 'node_modules/mutation-'))
  const binary = installedServer()
  const s3 = binary === undefined ? undefined : await launchServer(binary, objects)
  try {
    const child = spawn(process.execPath, [stryker, 'run', 'tools/mutation/stryker.js'], {
      cwd: root,
      stdio: 'inherit',
      signal: stopSignal(),
      env: {
        ...process.env,
        ...(s3 && { S3_TEST_SERVER: JSON.stringify(s3.server) }),
        MUTATION_PART: part,
        MUTATION_TESTS: tests.length > 0 ? tests.join(',') : `${kind}/${name}`,
      },
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    return code ?? 1
  } finally {
    await s3?.stop()
    rmSync(objects, { recursive: true })
  }
}

process.exit(await runTool(mutationTool, process.argv.slice(2)))
