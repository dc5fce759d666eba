/**
 * Runs a TypeScript file of this repository on the Node that package-lock.json pins, installing
 * from the lockfile first when something is missing. Plain JavaScript: it has to run on Node 20.
 *
 * Usage: node tools/bootstrap.mjs [file.ts [argument…]]; without a file it only installs.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const node = `${root}node_modules/.bin/node${process.platform === 'win32' ? '.exe' : ''}`

/** Returns whether npm's record of installed packages matches the lockfile. */
function isInstalled() {
  const record = `${root}node_modules/.package-lock.json`
  if (!existsSync(node) || !existsSync(record)) return false
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === '' || (present[path] ? present[path].version === version : optional),
  )
}

if (Number.parseInt(process.versions.node, 10) < 20) {
  console.error(`The installation needs Node 20 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}
if (!isInstalled()) {
  console.error('Installing the dependencies that package-lock.json names (once) …')
  // The lockfile contains Node 24, so engine warnings of an older system Node are irrelevant. The checks need
  // development dependencies in spite of NODE_ENV=production.
  const install = spawnSync(
    'npm',
    ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--engine-strict=false', '--include=dev'],
    { cwd: root, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' },
  )
  if (install.status !== 0) {
    console.error('The installation failed; see the output of npm above for the reason.')
    process.exit(install.status ?? 1)
  }
  if (!existsSync(node)) {
    console.error(
      'The package "node" has no binary: its install script did not run. Allow it (npm config set ignore-scripts false) and try again.',
    )
    process.exit(1)
  }
}

const [file, ...args] = process.argv.slice(2)
if (file !== undefined) {
  // The child detects the end of this process by the closed IPC channel.
  const child = spawn(node, [`${root}${file}`, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Avoids stripping types and compiling at each start.
    env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/compile`, ...process.env },
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
