import { headingId } from './pages.ts'

/** The members of a token of markdown-it that are used here. */
interface Token {
  type: string
  tag: string
  content: string
  children: Token[] | null
  attrGet: (name: string) => string | null
  attrSet: (name: string, value: string) => void
  attrs: [string, string][] | null
}

interface Renderer {
  core: { ruler: { push: (name: string, rule: (state: State) => void) => void } }
  renderer: { rules: Record<string, () => string> }
}

interface State {
  tokens: Token[]
  /** The data of the page. */
  env: { page?: { inputPath: string } }
}

/**
 * Extends markdown-it: ids for headings, links between pages, tables that scroll.
 *
 * @param linkOf returns the address of a link of a file; undefined to show its text alone
 */
export function extendMarkdown(
  markdown: Renderer,
  linkOf: (inputPath: string, href: string) => string | undefined,
): void {
  markdown.core.ruler.push('landscape', ({ tokens, env }) => {
    const used = new Map<string, number>()
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'heading_open') {
        token.attrSet('id', headingId(plain(tokens[index + 1]), used))
      }
      relink(token.children ?? [], (href) => linkOf(env.page?.inputPath ?? '', href))
    }
  })
  markdown.renderer.rules['table_open'] = () => '<div class="table" tabindex="0"><table>'
  markdown.renderer.rules['table_close'] = () => '</table></div>'
}

function plain(inline: Token | undefined): string {
  return (inline?.children ?? []).map(({ content }) => content).join('')
}

/** Links do not nest, so the next end belongs to the last start. */
function relink(tokens: readonly Token[], linkOf: (href: string) => string | undefined): void {
  let isText = false
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const link = linkOf(token.attrGet('href') ?? '')
      isText = link === undefined
      if (link !== undefined) token.attrSet('href', link)
      else token.attrs = null
    }
    if (isText && token.type.startsWith('link_')) token.tag = 'span'
  }
}
