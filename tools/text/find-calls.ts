import { isIdentifier, isPropertyAccessExpression } from 'typescript/unstable/ast/is'
import type { Node } from 'typescript/unstable/ast'
import { type CheckedFile, type Finding, finding, nodesOf } from './finding.ts'
import { isText } from './text-type.ts'

/** The only file that normalises and compares what people wrote. */
export const DOOR = 'libs/contracts/src/admit.ts'
/** The only file that writes text into a path. */
export const SEGMENTS = 'libs/contracts/src/url-with.ts'

const COMPARISONS = new Set(['localeCompare', 'Collator'])

/** Finds text that is normalised, collated or encoded outside of the file that bounds it. */
export function findCalls(file: CheckedFile): Finding[] {
  return nodesOf(file.source).flatMap((node) => {
    if (file.path !== DOOR && isCostly(node, file)) {
      return [finding(file, 'foreign-text', node.parent, `belongs in ${DOOR}`)]
    }
    if (file.path !== SEGMENTS && isIdentifier(node) && node.text === 'encodeURIComponent') {
      const problem = `throws on half surrogates: call pathSegment of ${SEGMENTS}`
      return [finding(file, 'path-segment', node.parent, problem)]
    }
    return []
  })
}

/** Whether a name is a function whose time is not linear in the length of its strings. */
function isCostly(node: Node, { checker }: CheckedFile): boolean {
  if (!isIdentifier(node)) return false
  if (COMPARISONS.has(node.text)) return true
  const { parent } = node
  if (node.text !== 'normalize' || !isPropertyAccessExpression(parent)) return false
  return isText(checker, checker.getTypeAtLocation(parent.expression))
}
