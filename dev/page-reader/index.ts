import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterMap } from 'parse5'

/** An element of a page, as browsers read it. */
export interface PageElement {
  name: string
  attributes: Readonly<Record<string, string>>
  /** All text in it, white space as one space. */
  text: string
}

/** The elements of a page in order, read by the rules of HTML: what was meant as text is none. */
export function elementsOf(page: string): PageElement[] {
  const found: PageElement[] = []
  const textIn = (node: DefaultTreeAdapterMap['node']): string => {
    if (tree.isTextNode(node)) return node.value
    if (!('childNodes' in node)) return ''
    const place = found.length
    if (tree.isElementNode(node)) {
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
      found.push({ name: node.tagName, attributes, text: '' })
    }
    const text = node.childNodes.map(textIn).join('')
    const element = tree.isElementNode(node) ? found[place] : undefined
    if (element) element.text = text.replaceAll(/\s+/g, ' ').trim()
    return text
  }
  textIn(parse(page))
  return found
}
