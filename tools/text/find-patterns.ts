import { isIdentifier, isRegularExpressionLiteral } from 'typescript/unstable/ast/is'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import { type CheckedFile, type Finding, finding, nodesOf } from './finding.ts'
import type { Proof } from './prove-linear.ts'

/** Finds regular expressions whose time may grow faster than the length of the string. */
export function findPatterns(file: CheckedFile, proofOf: (pattern: RegExp) => Proof): Finding[] {
  return nodesOf(file.source).flatMap((node) => {
    if (isBuilt(node)) {
      const problem = 'is built by the program, so that it cannot be proved to be linear'
      return [finding(file, 'linear-pattern', node.parent, problem)]
    }
    if (!isRegularExpressionLiteral(node)) return []
    const proof = proofOf(patternOf(node.text))
    return proof === 'linear' ? [] : [finding(file, 'linear-pattern', node, `is ${proof}`)]
  })
}

function isBuilt(node: Node): boolean {
  if (!isIdentifier(node) || node.text !== 'RegExp') return false
  const { kind } = node.parent
  return kind === SyntaxKind.NewExpression || kind === SyntaxKind.CallExpression
}

function patternOf(literal: string): RegExp {
  const end = literal.lastIndexOf('/')
  return new RegExp(literal.slice(1, end), literal.slice(end + 1))
}
