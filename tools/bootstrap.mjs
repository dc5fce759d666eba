/**
 * Runs a file of this repository on a new enough Node, installing from the lockfiles first when something is
 * missing: the dependencies, and Node itself (tools/node) when the running one is too old. Plain
 * JavaScript: it has to run on Node 20.
 *
 * Usage: node tools/bootstrap.mjs [--option of Node…] [file [argument…]]; without a file it only installs.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** npm puts this directory first in the PATH of its scripts. */
const linked = `${root}node_modules/.bin/node`

/** Parses the lockfile of a folder, or npm's record of its installed packages. */
function packagesOf(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages
}

/** Returns whether npm's record of installed packages matches the lockfile. */
function isInstalled(folder) {
  const record = `${folder}node_modules/.package-lock.json`
  if (!existsSync(record)) return false
  const present = packagesOf(record)
  return Object.entries(packagesOf(`${folder}package-lock.json`)).every(
    ([path, { version, optional }]) =>
      // A new version of a package of this repository, which is linked, needs no installation.
      !path.includes('node_modules/') ||
      (present[path] ? present[path].version === version : optional),
  )
}

/** Installs what a lockfile names; no package needs its install script. */
function install(folder, what) {
  console.error(`Installing ${what} (once) …`)
  // The checks need development dependencies in spite of NODE_ENV=production.
  const flags = ['--ignore-scripts', '--engine-strict=false', '--include=dev', '--include=optional']
  const { status } = spawnSync(
    'npm',
    ['ci', ...flags, '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: folder, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' },
  )
  if (status === 0) return
  console.error('The installation failed; see the output of npm above for the reason.')
  process.exit(status ?? 1)
}

/** Whether a version satisfies `engines` of package.json, such as `>=24.12.0`. */
function isNewEnough(version, range) {
  const [present, least] = [version, range.replace('>=', '')].map((text) =>
    text.split('.').map(Number),
  )
  const at = least.findIndex((number, index) => number !== present[index])
  return at < 0 || present[at] > least[at]
}

/**
 * Returns the path of the Node of tools/node for this platform; undefined if there is none that
 * runs here.
 */
function pinnedNode() {
  const folder = `${root}tools/node/`
  const [path] =
    Object.entries(packagesOf(`${folder}package-lock.json`)).find(
      ([, { os, cpu }]) => os === process.platform && cpu === process.arch,
    ) ?? []
  if (path === undefined) return undefined
  const node = `${folder}${path}/bin/node`
  if (!existsSync(node) || !isInstalled(folder)) {
    install(folder, 'a newer Node that tools/node/package-lock.json names')
  } else if (node === process.execPath) return node
  return spawnSync(node, ['--version']).status === 0 ? node : undefined
}

/** Returns the path of a Node that runs TypeScript, and lets npm scripts find it. */
function newEnoughNode() {
  const { engines } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  const running = process.versions.node
  // npm finds the Node of tools/node first, which is new enough but perhaps not the one of the lockfile.
  const isPinned = process.execPath.startsWith(`${root}tools/node/`)
  if (!isPinned && isNewEnough(running, engines.node)) return process.execPath
  const node = pinnedNode()
  if (node === undefined) {
    console.error(
      `This is Node ${running}; install Node 24 from https://nodejs.org (engines: ${engines.node}).`,
    )
    process.exit(1)
  }
  if (!existsSync(linked)) {
    rmSync(linked, { force: true })
    mkdirSync(dirname(linked), { recursive: true })
    symlinkSync(relative(dirname(linked), node), linked)
  }
  return node
}

if (Number.parseInt(process.versions.node, 10) < 20) {
  console.error(`The installation needs Node 20 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
if (!isInstalled(root)) install(root, 'the dependencies that package-lock.json names')
const node = newEnoughNode()

const args = process.argv.slice(2)
const at = args.findIndex((argument) => !argument.startsWith('--'))
if (at >= 0) {
  const options = args.slice(0, at)
  const [file, ...rest] = args.slice(at)
  // The child detects the end of this process by the closed IPC channel.
  const child = spawn(node, [...options, `${root}${file}`, ...rest], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Avoids stripping types and compiling at each start.
    env: {
      ...(file.endsWith('.ts') && { NODE_COMPILE_CACHE: `${root}node_modules/.cache/compile` }),
      ...process.env,
    },
  })
  // Forwards signals and waits for the child to end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    // As in a shell: 128 plus the number of the signal.
    process.exit(signal ? 128 + constants.signals[signal] : code)
  })
  // npm forwards signals but not its own end by SIGKILL.
  if (process.env.npm_lifecycle_event !== undefined) {
    const npm = process.ppid
    const watch = setInterval(() => {
      if (process.ppid === npm) return
      clearInterval(watch)
      child.kill('SIGTERM')
    }, 1_000)
  }
}
