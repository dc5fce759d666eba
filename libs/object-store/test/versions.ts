/** A body of some megabyte that says in many places, of other lengths each time, which version it is. */
export function versionOf(number: number): Buffer {
  const parts = Array.from({ length: 60 }, (_, i) => {
    return `${i} `.repeat(5_000) + `version ${number}${'!'.repeat((number * 7 + i) % 50)}`
  })
  return Buffer.from(parts.join('\n'))
}
