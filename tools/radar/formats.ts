import type { FileRadar, Files } from './file-radar.ts'
import type { Outline } from './outline.ts'
import { readAoe } from './aoe.ts'
import { writeAoe, type ReleasePeriod } from './aoe-export.ts'
import { readBackstage, writeBackstage } from './backstage.ts'
import { readByorCsv, readByorJson, writeByorCsv, writeByorJson } from './byor.ts'
import { readZalando, writeZalando } from './zalando.ts'

/** A radar format of another program. */
export interface Format {
  /** For the help of the command. */
  about: string
  /** Whether entries are in releases. */
  hasReleases?: boolean
  /** Whether it is a folder of files instead of a single file. */
  isFolder?: boolean
  /** Whether entries, quadrants and rings have ids. */
  hasIds: boolean
  /** Whether entries have timelines. */
  hasTimelines: boolean
  /** Parts of a radar that it does not support. */
  lacks: string
  /** Whether descriptions are HTML instead of Markdown. */
  hasHtml?: boolean
  read: (files: Files) => FileRadar
  /** @param options `releases`: the period of a release, in a format with releases */
  write: (outline: Outline, options?: { releases?: ReleasePeriod }) => Files
}

const WITHOUT_TIMELINES =
  'ids, links, tags, dates, earlier positions, authors, rings of other directorates, entries to use instead, roles of rings'

/** The formats by name. */
export const FORMATS: Readonly<Record<string, Format>> = {
  'byor-csv': {
    about: 'Build Your Own Radar of Thoughtworks, as CSV',
    hasIds: false,
    hasTimelines: false,
    lacks: `${WITHOUT_TIMELINES}, colours`,
    hasHtml: true,
    read: readByorCsv,
    write: writeByorCsv,
  },
  'byor-json': {
    about: 'Build Your Own Radar of Thoughtworks, as JSON',
    hasIds: false,
    hasTimelines: false,
    lacks: `${WITHOUT_TIMELINES}, colours`,
    hasHtml: true,
    read: readByorJson,
    write: writeByorJson,
  },
  zalando: {
    about: 'config.json of Zalando’s radar',
    hasIds: false,
    hasTimelines: false,
    lacks: `${WITHOUT_TIMELINES}, descriptions`,
    read: readZalando,
    write: writeZalando,
  },
  backstage: {
    about: 'TechRadarLoaderResponse of Backstage’s radar plugin',
    hasIds: true,
    hasTimelines: true,
    lacks:
      'title, tags, times under review, authors, rings of other directorates, entries to use instead, roles of rings',
    read: readBackstage,
    write: writeBackstage,
  },
  aoe: {
    about: 'folder of AOE’s radar: config.json and Markdown in radar/<date>/',
    isFolder: true,
    hasReleases: true,
    hasIds: true,
    hasTimelines: true,
    lacks:
      'URLs, links, times of day, times under review, authors, rings of other directorates, entries to use instead, ' +
      'roles of rings',
    read: readAoe,
    write: writeAoe,
  },
}
