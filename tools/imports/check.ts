import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import type { ICruiseResult } from 'dependency-cruiser'
import { folderCircles } from './folder-circles.ts'
import { RULES, SOURCE_RULES } from './rules.ts'

interface ImportCheck {
  modules: number
  /** One line for each broken rule. */
  violations: string[]
}

/** Checks the imports of every TypeScript file below the folders against the rules. */
export async function checkImports(
  baseDir: string,
  folders: readonly string[],
): Promise<ImportCheck> {
  const { output } = await cruise([...folders], {
    baseDir,
    // The default parser needs the compiler API, which TypeScript 7 lacks, and would find no modules.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['landscape-source', 'import', 'node', 'default', 'types'],
    },
    validate: true,
    ruleSet: { forbidden: [...RULES] },
  })
  const { modules, summary } = output as ICruiseResult
  const files = modules
    .filter(({ couldNotResolve }) => !couldNotResolve)
    .map(({ source }) => source)
    .filter((source) => source.endsWith('.ts') && !source.includes('node_modules/'))
  const importViolations = summary.violations.map(
    ({ rule, from, to, cycle }) =>
      `${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')}`,
  )
  const clockViolations = files.flatMap((file) => sourceViolations(file, join(baseDir, file)))
  const circles = folderCircles(modules)
  return {
    modules: files.length,
    violations: [...importViolations, ...clockViolations, ...circles],
  }
}

const COMMENTS = /\/\*[^]*?\*\/|\/\/.*$/gm

function sourceViolations(file: string, path: string): string[] {
  const rules = SOURCE_RULES.filter(({ from }) => from.path.test(file) && !from.pathNot.test(file))
  if (rules.length === 0) return []
  const text = readFileSync(path, 'utf8').replace(COMMENTS, '')
  return rules.flatMap(({ name, forbids }) => {
    const found = forbids.exec(text)
    return found ? [`${name}: ${file} → ${found[0]}`] : []
  })
}
