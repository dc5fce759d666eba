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

/** Whether node_modules holds what the lockfile names; npm keeps its own record of what it put there. */
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
  // The lockfile was resolved for Node 24, which this very install brings: engine warnings of an
  // older system Node are noise, and NODE_ENV=production must not leave out what the checks need.
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
  // Through the channel the child notices the end of this process, however it came about.
  const child = spawn(node, [`${root}${file}`, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    // Types need not be stripped, nor code be compiled, again at each start.
    env: { NODE_COMPILE_CACHE: `${root}node_modules/.cache/compile`, ...process.env },
  })
  // The child decides how to stop; this process only stays until it has.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    // As a shell would tell it: 128 and the number of the signal that ended the child.
    process.exit(signal ? 128 + constants.signals[signal] : code)
  })
  // npm forwards signals but cannot forward its own sudden end.
  if (process.env.npm_lifecycle_event !== undefined) {
    const npm = process.ppid
    const watch = setInterval(() => {
      if (process.ppid === npm) return
      clearInterval(watch)
      child.kill('SIGTERM')
    }, 1_000)
  }
}
