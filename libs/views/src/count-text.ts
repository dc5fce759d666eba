/** A number with separators of thousands. */
export function numeral(count: number): string {
  return count.toLocaleString('en-GB')
}

/** `1 project`, `8 projects`; with separators of thousands. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numeral(count)} ${count === 1 ? one : many}`
}
