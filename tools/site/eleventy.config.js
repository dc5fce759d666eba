import { fileURLToPath } from 'node:url'
import { configure } from './configure.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export default function site(given) {
  configure(given, root, process.env.SITE_SOURCES)
}

export const config = {
  dir: { input: '.', includes: 'tools/site', output: 'dist/site' },
  templateFormats: ['md'],
  // Guides are plain Markdown: braces in them are not templates.
  markdownTemplateEngine: false,
}
