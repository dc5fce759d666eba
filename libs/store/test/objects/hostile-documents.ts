/** Documents with members that cost most where they are stored, compared or shown. */

export const times = <T>(count: number, make: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i))
const nested = (depth: number, leaf: unknown): unknown =>
  depth === 0 ? leaf : [nested(depth - 1, leaf)]

/** Values whose parts are much smaller than the step of a part. */
export const HOSTILE: Record<string, (seed: string, count: number) => unknown> = {
  'many small members': (seed, count) => Object.fromEntries(times(count, (i) => [`${i}`, seed])),
  'many members with long names': (seed, count) =>
    Object.fromEntries(times(count / 10, (i) => [`${'~'.repeat(200)}${i}`, seed])),
  'many names': (seed, count) => times(count, (i) => `${seed}${i}`),
  'equal names': (seed, count) => times(count, () => seed),
  'deep arrays': (seed, count) => times(count / 60, () => nested(60, seed)),
  'deep objects': (seed, count) =>
    times(count / 40, (i) => times(40, String).reduce<unknown>((at) => ({ a: at }), seed + i)),
  'many small arrays': (seed, count) => times(count, (i) => [seed, i]),
  'long strings': (seed, count) => seed.repeat(count),
  'a new order': (seed, count) => times(count, (i) => (seed === 'a' ? i : count - i)),
}

/** A document with elements; the members of an element are those that its editors require. */
export const DOCUMENTS: Record<string, (values: unknown[]) => unknown> = {
  radar: (values) => ({
    title: 'Radar',
    quadrants: [],
    rings: [],
    entries: values.map((more, i) => ({
      id: `entry-${i}`,
      title: 'T',
      quadrant: '1',
      timeline: [{}],
      more,
    })),
  }),
  banners: (values) => ({
    messages: values.map((more, i) => ({
      id: `banner-${i}`,
      message: 'A message',
      pages: ['radar'],
      more,
    })),
  }),
  projects: (values) => ({
    projects: values.map((more, i) => ({
      owner: 'ann@acme.example',
      user: [{ email: 'ann@acme.example' }],
      details: [{ name: `Project ${i}` }],
      more,
    })),
  }),
  lists: (values) =>
    Object.fromEntries(values.map((more, i) => [`list_${i}`, [more].flat().map(textOf)])),
}

function textOf(item: unknown): string {
  return typeof item === 'string' ? item : JSON.stringify(item)
}
