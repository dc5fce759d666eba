import { dirname } from 'node:path/posix'
import type { IModule } from 'dependency-cruiser'

const SOURCE = /^((?:libs|services)\/[^/]+)\/src\//

/** One line for each circle of the folders of a package, types included; `src` itself is one of them. */
export function folderCircles(modules: readonly IModule[]): string[] {
  const imports = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    const [, packageFolder] = SOURCE.exec(source) ?? []
    if (packageFolder === undefined || source.endsWith('.test.ts')) continue
    const own = dirname(source)
    const others = imports.get(own) ?? new Set()
    imports.set(own, others)
    for (const { resolved } of dependencies) {
      const other = dirname(resolved)
      if (resolved.startsWith(`${packageFolder}/src/`) && other !== own) others.add(other)
    }
  }
  return circlesIn(imports).map((circle) => `folders-form-no-circle: ${circle.join(' → ')}`)
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
