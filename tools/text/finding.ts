import type { Checker } from 'typescript/unstable/sync'
import type { Node, SourceFile } from 'typescript/unstable/ast'

export type TextRule = 'foreign-text' | 'path-segment' | 'linear-pattern' | 'own-member'

/** Code that a rule forbids unless `accepted.ts` lists it. */
export interface Finding {
  rule: TextRule
  /** Relative to the root. */
  path: string
  line: number
  /** The code on one line. */
  code: string
  problem: string
}

/** A file of production code with its types. */
export interface CheckedFile {
  path: string
  source: SourceFile
  checker: Checker
}

/** Describes what a node of a file breaks. */
export function finding(
  { path, source }: CheckedFile,
  rule: TextRule,
  node: Node,
  problem: string,
): Finding {
  const before = source.text.slice(0, node.getStart(source))
  const code = node.getText(source).replaceAll(/\s+/g, ' ')
  return { rule, path, line: before.split('\n').length, code, problem }
}

/** Returns the nodes below a node, in the order of the file. */
export function nodesOf(root: Node): Node[] {
  const found: Node[] = []
  const visit = (node: Node): undefined => {
    found.push(node)
    node.forEachChild(visit)
  }
  visit(root)
  return found
}
