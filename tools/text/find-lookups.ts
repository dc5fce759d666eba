import {
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isComputedPropertyName,
  isDeleteExpression,
  isElementAccessExpression,
  isFunctionLikeDeclaration,
} from 'typescript/unstable/ast/is'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import { type CheckedFile, type Finding, finding, nodesOf } from './finding.ts'
import { isText } from './text-type.ts'

interface Lookup {
  node: Node
  object: Node
  key: Node
}

/**
 * Finds members whose name may be any string: `object[name]`, `name in object` and `const { [name]: value }`. An object
 * has members that nobody wrote, such as `constructor`; `object[name] = value` changes its prototype when the name is
 * `__proto__`. A function that calls `Object.hasOwn` with the same object and name may read the member.
 */
export function findLookups(file: CheckedFile): Finding[] {
  const { checker, source } = file
  const lookups = nodesOf(source).flatMap(lookupOf)
  const types = lookups.length > 0 ? checker.getTypeAtLocation(lookups.map(({ key }) => key)) : []
  return lookups
    .filter((lookup, i) => isText(checker, types[i]) && !isGuarded(lookup, file))
    .map(({ node }) =>
      finding(file, 'own-member', node, 'finds members of the prototype: use ownMember or a Map'),
    )
}

function lookupOf(node: Node): Lookup[] {
  if (isElementAccessExpression(node)) {
    if (isDeleteExpression(node.parent)) return []
    return [{ node, object: node.expression, key: node.argumentExpression }]
  }
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword) {
    return [{ node, object: node.right, key: node.left }]
  }
  if (isComputedPropertyName(node) && isBindingElement(node.parent)) {
    return [{ node, object: node.parent.parent, key: node.expression }]
  }
  return []
}

function isGuarded({ node, object, key }: Lookup, { source }: CheckedFile): boolean {
  const operands = [object.getText(source), key.getText(source)].join()
  let scope = node
  while (scope.parent && !isFunctionLikeDeclaration(scope)) scope = scope.parent
  return nodesOf(scope).some(
    (call) =>
      isCallExpression(call) &&
      call.expression.getText(source) === 'Object.hasOwn' &&
      call.arguments.map((operand) => operand.getText(source)).join() === operands,
  )
}
