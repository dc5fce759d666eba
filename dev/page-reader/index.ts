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

/** An element of a page with its parts. */
export interface PageTree extends Omit<PageElement, 'text'> {
  parts: readonly (PageTree | string)[]
}

/** Returns an HTML page as a tree. */
export function treeOf(page: string): PageTree {
  const partOf = (node: DefaultTreeAdapterMap['node']): PageTree | string | undefined => {
    if (tree.isTextNode(node)) return node.value
    if (!('childNodes' in node)) return undefined
    const parts = node.childNodes.map(partOf).filter((part) => part !== undefined)
    if (!tree.isElementNode(node)) return { name: '', attributes: {}, parts }
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
    return { name: node.tagName, attributes, parts }
  }
  return partOf(parse(page)) as PageTree
}
