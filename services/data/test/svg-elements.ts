import { SaxesParser } from 'saxes'

/** An element of a picture. */
export interface SvgElement {
  name: string
  parent: string | undefined
  attributes: Readonly<Record<string, string>>
  /** Text directly in the element. */
  text: string
}

/**
 * The elements of a picture, in order.
 * @throws Error for malformed XML
 */
export function elementsOf(svg: string): SvgElement[] {
  const found: SvgElement[] = []
  const open: SvgElement[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, parent: open.at(-1)?.name, attributes, text: '' }
    found.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(svg).close()
  return found
}
