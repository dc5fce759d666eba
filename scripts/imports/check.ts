import { cruise } from 'dependency-cruiser'
import type { ICruiseResult } from 'dependency-cruiser'
import { RULES } from './rules.ts'

export interface ImportCheck {
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
    // Without it TypeScript 7, which has no compiler API, leaves it with no modules to look at.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
    validate: true,
    ruleSet: { forbidden: [...RULES] },
  })
  const { modules, summary } = output as ICruiseResult
  return {
    modules: modules.filter(
      ({ source }) => source.endsWith('.ts') && !source.includes('node_modules/'),
    ).length,
    violations: summary.violations.map(
      ({ rule, from, to, cycle }) =>
        `${rule.name}: ${[from, ...(cycle?.map(({ name }) => name) ?? [to])].join(' → ')}`,
    ),
  }
}
