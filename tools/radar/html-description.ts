/** Text with HTML as Markdown, the language of stored descriptions, and back. */

const TOKEN = /<(\/?)([a-z][a-z0-9]*)(?=[\s/>])([^<>]*)>|[^<]+|</gi
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i
/** Other links are relative to the site of the file, or run a script. */
const LINK = /^(?:https?:\/\/|mailto:)[^\s()[\]]+$/i
const MARKS: Readonly<Record<string, string>> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  code: '`',
}
const BLOCKS = new Set('p div ul ol li blockquote pre h1 h2 h3 h4 h5 h6'.split(' '))
const INLINE = new Set(['a', 'span', 'u', ...Object.keys(MARKS)])
/** Maximum nesting depth; tags of deeper elements are omitted. */
const MAX_DEPTH = 50
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
}

/** An open element and the Markdown of its content. */
interface Element {
  name: string
  text: string
  href?: string | undefined
  /** Number of list items. */
  items: number
}

/**
 * Converts paragraphs, line breaks, lists, links, bold, italics, code and entities. Other tags are text, and
 * text without tags keeps its line breaks.
 */
export function fromHtml(html: string): string {
  const tokens = [...html.matchAll(TOKEN)].map(([token, slash, name = '', attributes = '']) => ({
    token,
    isEnd: slash === '/',
    name: name.toLowerCase(),
    attributes,
  }))
  const isBlock = ({ name }: { name: string }) => name === 'br' || BLOCKS.has(name)
  const isLaidOut = tokens.some(isBlock)
  if (!isLaidOut && !tokens.some(({ name }) => INLINE.has(name))) return decoded(html)
  const root: Element = { name: '', text: '', items: 0 }
  const open = [root]
  const close = () => {
    const element = open.pop()
    const parent = open.at(-1)
    if (element && parent) parent.text += markdownOf(element, parent)
  }
  for (const { token, isEnd, name, attributes } of tokens) {
    const top = open.at(-1) ?? root
    if (name === 'br') top.text += '\n'
    else if (!BLOCKS.has(name) && !INLINE.has(name)) {
      top.text += decoded(isLaidOut ? token.replaceAll(/\s+/g, ' ') : token)
    } else if (isEnd) {
      if (open.some((element) => element.name === name)) while (open.at(-1)?.name !== name) close()
      if (open.at(-1)?.name === name) close()
    } else {
      // Paragraphs and items end where the next one begins.
      if (top.name === name && (name === 'p' || name === 'li')) close()
      const [, ...quoted] = HREF.exec(attributes) ?? []
      const href = decoded(quoted.find((value) => value !== undefined) ?? '')
      if (open.length <= MAX_DEPTH)
        open.push({ name, text: '', href: LINK.test(href) ? href : undefined, items: 0 })
    }
  }
  while (open.length > 1) close()
  return root.text
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function markdownOf({ name, text, href }: Element, parent: Element): string {
  const inner = text.trim()
  if (inner === '') return text
  if (name === 'li') return `\n${parent.name === 'ol' ? `${++parent.items}.` : '-'} ${inner}`
  if (BLOCKS.has(name)) return `\n\n${inner}\n\n`
  const mark = MARKS[name] ?? ''
  const shown = href === undefined ? `${mark}${inner}${mark}` : `[${inner}](${href})`
  return text.replace(inner, () => shown)
}

/** Converts the same parts of Markdown to HTML that `fromHtml` converts back; other text is escaped. */
export function toHtml(markdown: string): string {
  const escaped = markdown.replaceAll(/&(?=#?\w+;)/g, '&amp;').replaceAll(/<(?=[a-z/!?])/gi, '&lt;')
  const html = markdown.includes('\n')
    ? escaped.split('\n\n').map(blockOf).join('')
    : inlineOf(escaped)
  return fromHtml(html) === markdown ? html : escaped
}

function blockOf(block: string): string {
  const lines = block.split('\n')
  for (const [list, item] of Object.entries({ ul: /^- /, ol: /^\d+\. / })) {
    if (lines.every((line) => item.test(line))) {
      const items = lines.map((line) => `<li>${inlineOf(line.replace(item, ''))}</li>`)
      return `<${list}>${items.join('')}</${list}>`
    }
  }
  return `<p>${lines.map(inlineOf).join('<br>')}</p>`
}

function inlineOf(text: string): string {
  return text
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(
      /\[([^[\]]+)\]\(([^\s()]+)\)/g,
      (_all, shown: string, href: string) =>
        `<a href="${href.replaceAll('"', '&quot;')}">${shown}</a>`,
    )
    .replaceAll(/\*\*(?=\S)([^*]+)(?<=\S)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\*(?=\S)([^*]+)(?<=\S)\*/g, '<em>$1</em>')
}

function decoded(text: string): string {
  return text.replaceAll(/&(#\d+|#x[\da-f]+|[a-z]+);/gi, (entity, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? entity
    const code = Number(name.slice(1).replace(/^x/i, '0x'))
    const isCharacter = code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff)
    return code === 0xa0 ? ' ' : isCharacter ? String.fromCodePoint(code) : entity
  })
}
