import { defaultTreeAdapter as tree, parse, type DefaultTreeAdapterMap } from 'parse5'

/** An element of a page, as a browser parses it. */
export interface PageElement {
  name: string
  attributes: Readonly<Record<string, string>>
  /** Its text, including that of descendants, with collapsed white space. */
  text: string
}

/** Returns the elements of an HTML page in document order. */
export function elementsOf(page: string): PageElement[] {
  const found: PageElement[] = []
  const textIn = (node: DefaultTreeAdapterMap['node']): string => {
    if (tree.isTextNode(node)) return node.value
    if (!('childNodes' in node)) return ''
    const index = found.length
    if (tree.isElementNode(node)) {
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
      found.push({ name: node.tagName, attributes, text: '' })
    }
    const text = node.childNodes.map(textIn).join('')
    const element = tree.isElementNode(node) ? found[index] : undefined
    if (element) element.text = text.replaceAll(/\s+/g, ' ').trim()
    return text
  }
  textIn(parse(page))
  return found
}
