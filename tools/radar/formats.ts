import type { FileRadar, Files } from './file-radar.ts'
import type { Outline } from './outline.ts'
import { readAoe, writeAoe } from './aoe.ts'
import { readBackstage, writeBackstage } from './backstage.ts'
import { readByorCsv, readByorJson, writeByorCsv, writeByorJson } from './byor.ts'
import { readZalando, writeZalando } from './zalando.ts'

/** How another program keeps a radar. */
export interface Format {
  /** Whose it is, for people. */
  of: string
  /** Whether it is a folder of files, and not a single one. */
  isFolder?: boolean
  /** Whether it knows entries, quadrants and rings by ids, and not by their names. */
  hasIds: boolean
  /** Whether it knows when an entry was where. */
  hasPast: boolean
  /** What of our radar it has no place for. */
  lacks: string
  read: (files: Files) => FileRadar
  write: (outline: Outline) => Files
}

const NO_PAST = 'ids, links, tags, dates, earlier positions and what was said of them, authors'

/** The formats by their names at the terminal. */
export const FORMATS: Readonly<Record<string, Format>> = {
  'byor-csv': {
    of: 'Build Your Own Radar of Thoughtworks, as CSV',
    hasIds: false,
    hasPast: false,
    lacks: `${NO_PAST}, colours`,
    read: readByorCsv,
    write: writeByorCsv,
  },
  'byor-json': {
    of: 'the same as JSON',
    hasIds: false,
    hasPast: false,
    lacks: `${NO_PAST}, colours`,
    read: readByorJson,
    write: writeByorJson,
  },
  zalando: {
    of: 'config.json of Zalando’s radar',
    hasIds: false,
    hasPast: false,
    lacks: `${NO_PAST}, descriptions`,
    read: readZalando,
    write: writeZalando,
  },
  backstage: {
    of: 'TechRadarLoaderResponse of Backstage’s radar plugin',
    hasIds: true,
    hasPast: true,
    lacks: 'title, tags, times under review, authors, directorates',
    read: readBackstage,
    write: writeBackstage,
  },
  aoe: {
    of: 'folder of AOE’s radar: config.json, and Markdown in radar/<date>/',
    isFolder: true,
    hasIds: true,
    hasPast: true,
    lacks: 'urls, links, times of day and under review, authors, directorates',
    read: readAoe,
    write: writeAoe,
  },
}
