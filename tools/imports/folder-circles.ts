import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

const FOLDER = /^((?:libs|services)\/[^/]+)\/src\/([^/]+)\//
const RELATIVE = /\bfrom '(\.[^']+)'/g

/**
 * One line for each circle of the folders of a package, types included.
 *
 * @param files paths from the root, with `/`
 */
export function folderCircles(baseDir: string, files: readonly string[]): string[] {
  const imports = new Map<string, Set<string>>()
  for (const file of files) {
    const own = folderOf(file)
    if (own === undefined || file.endsWith('.test.ts')) continue
    const others = imports.get(own) ?? new Set()
    imports.set(own, others)
    for (const [, path = ''] of readFileSync(join(baseDir, file), 'utf8').matchAll(RELATIVE)) {
      const other = folderOf(normalize(join(dirname(file), path)))
      if (other !== undefined && other !== own) others.add(other)
    }
  }
  return circlesIn(imports).map((circle) => `folders-form-no-circle: ${circle.join(' → ')}`)
}

function folderOf(file: string): string | undefined {
  const [, packageFolder = '', folder] = FOLDER.exec(file) ?? []
  return folder === undefined ? undefined : `${packageFolder}/${folder}`
}

/** The first circle found from each folder that leads back to one before it. */
function circlesIn(imports: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const circles: string[][] = []
  const done = new Set<string>()
  const visit = (folder: string, before: readonly string[]): void => {
    if (before.includes(folder)) circles.push([...before.slice(before.indexOf(folder)), folder])
    if (done.has(folder)) return
    done.add(folder)
    for (const other of imports.get(folder) ?? []) visit(other, [...before, folder])
  }
  for (const folder of imports.keys()) visit(folder, [])
  return circles
}
