import type { FileRadar, Files } from './file-radar.ts'
import type { Outline } from './outline.ts'
import { readAoe } from './aoe.ts'
import { readBackstage, writeBackstage } from './backstage.ts'
import { readByorCsv, readByorJson, writeByorCsv, writeByorJson } from './byor.ts'
import { readZalando } from './zalando.ts'

/** A radar format of another program. */
export interface Format {
  /** For the help of the command. */
  about: string
  /** Whether it is a folder of files instead of a single file. */
  isFolder?: boolean
  read: (files: Files) => FileRadar
  /** Absent when it is imported only. */
  written?: WrittenFormat
}

/** A format that is exported, as a single file. */
export interface WrittenFormat {
  /** Whether entries, quadrants and rings have ids. */
  hasIds: boolean
  /** Whether entries have timelines. */
  hasTimelines: boolean
  /** Parts of a radar that it does not support. */
  lacks: string
  /** Whether descriptions are HTML instead of Markdown. */
  hasHtml: boolean
  write: (outline: Outline) => string
}

const BYOR = {
  hasIds: false,
  hasTimelines: false,
  lacks:
    'ids, links, tags, dates, earlier positions, authors, rings of other directorates, ' +
    'entries to use instead, roles of rings, colours',
  hasHtml: true,
}

/** The formats by name. */
export const FORMATS: Readonly<Record<string, Format>> = {
  'byor-csv': {
    about: 'Build Your Own Radar of Thoughtworks, as CSV',
    read: readByorCsv,
    written: { ...BYOR, write: writeByorCsv },
  },
  'byor-json': {
    about: 'Build Your Own Radar of Thoughtworks, as JSON',
    read: readByorJson,
    written: { ...BYOR, write: writeByorJson },
  },
  zalando: { about: 'config.json of Zalando’s radar', read: readZalando },
  backstage: {
    about: 'TechRadarLoaderResponse of Backstage’s radar plugin',
    read: readBackstage,
    written: {
      hasIds: true,
      hasTimelines: true,
      lacks:
        'title, tags, times under review, authors, rings of other directorates, entries to use instead, roles of rings',
      hasHtml: false,
      write: writeBackstage,
    },
  },
  aoe: {
    about: 'folder of AOE’s radar: config.json and Markdown in radar/<date>/',
    isFolder: true,
    read: readAoe,
  },
}

/** The formats that are exported, by name. */
export const WRITTEN_FORMATS: ReadonlyMap<string, WrittenFormat> = new Map(
  Object.entries(FORMATS).flatMap(([name, { written }]) => (written ? [[name, written]] : [])),
)
