import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { extendMarkdown } from './markdown.ts'
import { addressOf, linkBetween, linkOf, NAVIGATION, titleOf } from './pages.ts'

/** The members of Eleventy's configuration that are used here. */
interface Configuration {
  addGlobalData: (name: string, data: unknown) => void
  addPassthroughCopy: (paths: Record<string, string>) => void
  amendLibrary: (
    name: 'md',
    amend: (markdown: Parameters<typeof extendMarkdown>[0]) => void,
  ) => void
  ignores: Set<string>
  setUseGitIgnore: (use: boolean) => void
}

interface PageData {
  page: { inputPath: string }
}

/**
 * Configures Eleventy for the site of the Markdown files.
 *
 * @param root the directory of the repository
 * @param sources address of the sources; without it, links to files that are not pages are not links
 */
export function configure(given: Configuration, root: string, sources: string | undefined): void {
  const pages = new Set(guides(root))
  given.setUseGitIgnore(false)
  for (const path of globSync('**/*.md', { cwd: root, exclude: isInstalled })) {
    if (!pages.has(path)) given.ignores.add(path)
  }
  given.addGlobalData('layout', 'layout.liquid')
  given.addGlobalData('eleventyComputed', computed(root))
  given.addPassthroughCopy({ 'tools/site/site.css': 'site.css' })
  given.amendLibrary('md', (markdown) =>
    extendMarkdown(markdown, (from, href) => linkOf(pathOf(from), href, { pages, sources })),
  )
}

/** Returns the Markdown files of the site. */
function guides(root: string): string[] {
  const pattern = '{*,docs/**/*,{libs,services}/*/*,deploy/**/*,sample-data/*}.md'
  return globSync(pattern, { cwd: root, exclude: isInstalled })
}

function isInstalled(path: string): boolean {
  return path.endsWith('node_modules')
}

/** Values of each page for the layout. */
function computed(root: string): Record<string, (data: PageData) => unknown> {
  const titles = new Map(
    NAVIGATION.flatMap(({ pages }) => pages).map((path) => [path, titleIn(root, path)]),
  )
  return {
    permalink: ({ page }) => addressOf(pathOf(page.inputPath)),
    title: ({ page }) => titleIn(root, pathOf(page.inputPath)),
    style: ({ page }) =>
      posix.relative(posix.dirname(addressOf(pathOf(page.inputPath))), 'site.css'),
    navigation: ({ page }) =>
      NAVIGATION.map(({ title, pages }) => ({
        title,
        entries: pages.map((path) => ({
          title: titles.get(path),
          link: linkBetween(pathOf(page.inputPath), path),
          isCurrent: path === pathOf(page.inputPath),
        })),
      })),
  }
}

function titleIn(root: string, path: string): string {
  return titleOf(readFileSync(join(root, path), 'utf8'))
}

function pathOf(inputPath: string): string {
  return inputPath.replace(/^\.\//, '')
}
