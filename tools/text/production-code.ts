import { join, relative, sep } from 'node:path'
import { API } from 'typescript/unstable/sync'
import type { CheckedFile } from './finding.ts'

const PRODUCTION = /^(?:libs|services)\/[^/]+\/src\/.*\.ts$/
/** Tests, their data, and the API description that is generated. */
const NOT_CHECKED = /\.(?:test|fixture|d)\.ts$|^libs\/client\/src\/description\.ts$/

/** Calls a function with the production code below a folder that has a `tsconfig.json`. */
export function readProductionCode<T>(root: string, use: (files: CheckedFile[]) => T): T {
  const api = new API({ cwd: root })
  try {
    const config = join(root, 'tsconfig.json')
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`${config} cannot be read`)
    const { program, checker } = project
    const files = program.getSourceFileNames().flatMap((name): CheckedFile[] => {
      const path = relative(root, name).split(sep).join('/')
      const isChecked = PRODUCTION.test(path) && !NOT_CHECKED.test(path)
      const source = isChecked ? program.getSourceFile(name) : undefined
      return source ? [{ path, source, checker }] : []
    })
    return use(files)
  } finally {
    api.close()
  }
}
