/**
 * The index of the equal stored element for each element that a client sends, -1 for a new or altered one. An
 * element that is sent back unchanged is accepted, whatever it contains. Each stored element is used once.
 */
export function sentBack(sent: readonly unknown[], stored: readonly unknown[]): number[] {
  const known = Map.groupBy(stored.keys(), (index) => JSON.stringify(stored[index]))
  return sent.map((element) => known.get(JSON.stringify(element))?.shift() ?? -1)
}
