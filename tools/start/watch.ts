import { readdirSync, watch, type FSWatcher } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Time without a change after which the changes of one save or one checkout are complete. */
const SETTLE_MS = 150
/** Code and what it reads; not the temporary files of editors. */
const CODE = /\.(?:ts|js|mjs|json|css|html|svg|png)$/
/** No service imports the code of the client, and `npm run client` generates a part of it. */
const UNUSED_LIBS = new Set(['client'])
/** The service whose code each job runs. */
const JOBS: Readonly<Record<string, string>> = { collector: 'assistant' }
/** The gateway serves it. */
const DESCRIPTION = 'libs/client/openapi.json'

/**
 * Returns the services that run a file: one for a file of a service, all for a file of a library.
 *
 * @param path relative to the repository, with slashes
 */
export function servicesOf(path: string, services: readonly string[]): readonly string[] {
  if (path === DESCRIPTION) return services.filter((service) => service === 'gateway')
  const [kind, name = '', ...rest] = path.split('/')
  if (rest[0] !== 'src' || !CODE.test(path) || /\.test\.\w+$/.test(path)) return []
  if (kind === 'libs') return UNUSED_LIBS.has(name) ? [] : services
  if (kind !== 'services') return []
  return services.filter((service) => service === name || JOBS[service] === name)
}

/**
 * Reports the services that run a changed file, once for changes that follow each other closely.
 *
 * @param root the directory of the repository
 * @returns a function that stops watching
 */
export function watchCode(
  root: string,
  services: readonly string[],
  onChange: (names: string[], path: string) => void,
): () => void {
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const stop = watchTree(
    ['services', 'libs'].map((name) => join(root, name)),
    (absolute) => {
      const path = relative(root, absolute).replaceAll('\\', '/')
      const names = servicesOf(path, services)
      if (names.length === 0) return
      for (const name of names) changed.add(name)
      clearTimeout(timer)
      timer = setTimeout(() => {
        onChange([...changed], path)
        changed.clear()
      }, SETTLE_MS)
    },
  )
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/**
 * Reports the path of each changed file under the directories. Watches every directory: on Linux, a recursive
 * watch of Node loses a file that an editor replaces by renaming another.
 */
function watchTree(tops: readonly string[], onChange: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>()
  const forget = (directory: string) => {
    for (const [path, watcher] of watchers) {
      if (path !== directory && !path.startsWith(directory + sep)) continue
      watcher.close()
      watchers.delete(path)
    }
  }
  const add = (directory: string) => {
    if (watchers.has(directory) || directory.endsWith('node_modules')) return
    const entries = entriesOf(directory)
    if (entries === undefined) return
    const watcher = watch(directory, (event, name) => {
      if (name === null) return
      const path = join(directory, name)
      onChange(path)
      if (event !== 'rename') return
      forget(path)
      add(path)
    })
    watcher.on('error', () => forget(directory))
    watchers.set(directory, watcher)
    for (const entry of entries) {
      if (entry.isDirectory()) add(join(directory, entry.name))
    }
  }
  for (const top of tops) add(top)
  return () => {
    for (const watcher of watchers.values()) watcher.close()
  }
}

/** Returns undefined for a path that is not a directory or does not exist. */
function entriesOf(directory: string) {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    return undefined
  }
}
