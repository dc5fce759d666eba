import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOLDERS = [
  'bench',
  '.github',
  'deploy',
  'dev',
  'docs',
  'libs',
  'sample-data',
  'services',
  'test',
  'tools',
]
const SKIPPED = /(?:^|\/)(?:node_modules|\.(?!github\/)[\w-]+)\//

/** Every file of the repository by its path from the root, without installed and generated files. */
export function repositoryFiles(): string[] {
  const own = readdirSync(ROOT, { withFileTypes: true }).filter((entry) => entry.isFile())
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
  )
  return [...own.map(({ name }) => name), ...below].filter((path) => !SKIPPED.test(path))
}

export function readText(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

/** Documents about the present; decisions and the changelog describe the past. */
export function presentDocuments(files: readonly string[]): string[] {
  return files.filter(
    (path) => path.endsWith('.md') && !/^docs\/decisions\/\d/.test(path) && path !== 'CHANGELOG.md',
  )
}

/** Inline code outside fenced blocks. */
export function inlineCode(markdown: string): string[] {
  const prose = markdown.replace(/^( *)```[^]*?^\1```/gm, '')
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
}
