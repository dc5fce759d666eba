import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const VERSIONS = { openapiGenerator: '7.25.0', pythonClient: '0.29.1' }
const CACHE = fileURLToPath(new URL('../../node_modules/.cache/generators', import.meta.url))
const JAR = join(CACHE, `openapi-generator-cli-${VERSIONS.openapiGenerator}.jar`)
const PYTHON = join(CACHE, `python-${VERSIONS.pythonClient}`)
const DESCRIPTION = fileURLToPath(new URL('../../libs/client/openapi.json', import.meta.url))
/** Imports each module of the package in the working directory. */
const IMPORT_ALL = `
import importlib, pkgutil, client
for module in pkgutil.walk_packages(client.__path__, "client."):
    importlib.import_module(module.name)
`

/** A language whose generated client is compiled. */
export interface Language {
  /** Programs that must be on the PATH. */
  programs: readonly string[]
  isInstalled: () => boolean
  install: () => void
  /** Writes the client into a folder that does not exist. */
  generate: (folder: string) => void
  /** Throws when the client does not compile. */
  compile: (folder: string, mayDownload: boolean) => void
}

export const LANGUAGES: Readonly<Record<'Python' | 'Go' | 'Java', Language>> = {
  Python: {
    programs: ['python3'],
    isInstalled: () => existsSync(join(PYTHON, 'bin/openapi-python-client')),
    install() {
      run(CACHE, 'python3', ['-m', 'venv', PYTHON])
      const wanted = `openapi-python-client==${VERSIONS.pythonClient}`
      run(CACHE, join(PYTHON, 'bin/pip'), ['install', '--quiet', wanted])
    },
    generate(folder) {
      mkdirSync(folder)
      const options = ['--path', DESCRIPTION, '--meta', 'none', '--output-path', 'client']
      run(folder, join(PYTHON, 'bin/openapi-python-client'), ['generate', ...options])
    },
    compile: (folder) => run(folder, join(PYTHON, 'bin/python'), ['-c', IMPORT_ALL]),
  },
  Go: {
    programs: ['go', 'java', 'mvn'],
    isInstalled: () => existsSync(JAR),
    install: installJar,
    generate: (folder) => generateFromJar(folder, ['-g', 'go']),
    compile: (folder) => run(folder, 'go', ['build', './...'], { GOPROXY: 'off' }),
  },
  Java: {
    programs: ['java', 'javac', 'mvn'],
    isInstalled: () => existsSync(JAR),
    install: installJar,
    // The code of the default library does not compile for a boolean with one value.
    generate: (folder) => generateFromJar(folder, ['-g', 'java', '--library', 'apache-httpclient']),
    compile: (folder, mayDownload) =>
      run(folder, 'mvn', ['-q', '-B', ...(mayDownload ? [] : ['-o']), 'compile']),
  },
}

/** Whether the programs of a language are on the PATH. */
export function hasPrograms({ programs }: Language): boolean {
  return programs.every((program) => {
    const { error } = spawnSync(program, [program === 'go' ? 'version' : '--version'])
    return error === undefined
  })
}

function installJar(): void {
  const artifact = `org.openapitools:openapi-generator-cli:${VERSIONS.openapiGenerator}`
  const into = `-DoutputDirectory=${CACHE}`
  run(CACHE, 'mvn', ['-q', '-B', 'dependency:copy', `-Dartifact=${artifact}`, into])
}

function generateFromJar(folder: string, options: readonly string[]): void {
  const parts = 'models,apis,supportingFiles'
  const without = ['modelTests', 'apiTests', 'modelDocs', 'apiDocs'].map((one) => `${one}=false`)
  const output = ['-o', folder, '--global-property', [parts, ...without].join(',')]
  run(CACHE, 'java', ['-jar', JAR, 'generate', '-i', DESCRIPTION, ...options, ...output])
}

function run(cwd: string, program: string, args: readonly string[], env: object = {}): void {
  mkdirSync(cwd, { recursive: true })
  try {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 }
    execFileSync(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: unknown; stderr?: unknown }
    const output = `${String(stdout)}${String(stderr)}`.trim()
    throw new Error(`${program} failed:\n${output.slice(0, 4_000)}`, { cause: error })
  }
}
