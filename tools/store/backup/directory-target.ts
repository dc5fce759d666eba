import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { BackupTarget } from './target.ts'

/** Files that are being written have this at their end; those of a process that was killed are never read. */
const PART = '.part'

/** A directory of a local disk; only its owner may read it, since documents name people. */
export function directoryTarget(root: string): BackupTarget {
  return {
    async read(name) {
      return readFile(join(root, name)).catch(unlessMissing)
    },
    async write(name, bytes) {
      const path = join(root, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const part = `${path}.${process.pid}${PART}`
      const file = await open(part, 'w', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, path)
    },
    async remove(name) {
      await rm(join(root, name), { force: true })
    },
    async list(prefix) {
      const found = await readdir(join(root, prefix), {
        recursive: true,
        withFileTypes: true,
      }).catch(unlessMissing)
      return (found ?? [])
        .filter((entry) => entry.isFile() && !entry.name.endsWith(PART))
        .map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/'))
    },
    close() {},
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
