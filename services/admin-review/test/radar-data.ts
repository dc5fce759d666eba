/** A small radar and the parts of bodies that change it. */
export const KIM = 'kim@acme.example'

export const item = (description: string, more: object = {}) => ({
  moved: 0,
  ringId: 'adopt',
  date: '2025-12-16 10:00:00',
  description,
  ...more,
})

export const entry = (id: string, more: object = {}) => ({
  id,
  title: id.toUpperCase(),
  key: id,
  url: '#',
  quadrant: '1',
  description: 'Languages',
  links: [],
  timeline: [item('first')],
  ...more,
})

export const structure = () => ({
  title: 'Acme Radar',
  quadrants: [
    { id: '1', name: 'Languages' },
    { id: '2', name: 'Frameworks' },
  ],
  rings: [
    { id: 'adopt', name: 'ADOPT', color: '#008a00' },
    { id: 'hold', name: 'HOLD' },
  ],
})

export const radar = (entries: unknown[] = [entry('zig')]) => ({
  ...structure(),
  entries,
  version: 3,
})
