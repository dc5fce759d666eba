import type { Address, Name, Slug } from '@landscape/contracts/admit'
import type { StoredProject } from '@landscape/contracts/projects'
import type { Importance, Section } from './section-names.ts'
import type { Directorate, Directorates } from '@landscape/contracts/directorates'
import type { RadarEntry } from '../timeline/radar-entries.ts'
import type { Named } from '../timeline/reply.ts'
import type { RadarView } from '../timeline/radar-view.ts'

/** All stored documents as one graph: technologies with everything that names them, and one directorate's rings. */
export interface Landscape {
  /** The directorate whose positions are those of the radar entries. */
  readonly directorate: Directorate
  readonly directorates: Directorates
  /** The radar of the entries, as the default directorate sees it. */
  readonly source: RadarView
  /** By name. */
  readonly technologies: readonly Technology[]
  /** In stored order. */
  readonly projects: readonly Project[]
  /** In stored order. */
  readonly repositories: readonly Repository[]
  /** As of when the repositories are, as stored; null when it is not known. */
  readonly repositoriesAsOf: string | null
  /** Programmes of the projects, in alphabetical order. */
  readonly programmes: readonly Name[]
  /** Names that exceed a bound of the landscape and do not take part. */
  readonly leftOut: LeftOut
  /** Rings of the radar in stored order, then the positions that every radar has. */
  readonly rings: readonly Named[]
  /** Quadrants of the radar in stored order. */
  readonly quadrants: readonly Named[]
  /** An entry of the joined landscape with the ring of the directorate. */
  readonly entryFor: (entry: RadarEntry) => RadarEntry
  /** A technology by its slug, its name, an alias or a spelling. */
  readonly find: (name: string) => Technology | undefined
}

/** One technology under all its names. */
export interface Technology {
  readonly slug: Slug
  /** Path of its page, which shows the rings of the directorate. */
  readonly link: string
  readonly name: Name
  /** Other names, as an administrator entered them. */
  readonly aliases: readonly Name[]
  /** How projects write it, the most frequent first; at most 20. */
  readonly spellings: readonly { spelling: Name; projects: number }[]
  /** Number of other spellings. */
  readonly otherSpellings: number
  /** Its entries on the radar; more than one only by mistake. The first is shown. */
  readonly entries: readonly RadarEntry[]
  /** Each project once, those in development first. */
  readonly projects: readonly ProjectUse[]
  /** In descending order of the share. */
  readonly repositories: readonly RepositoryUse[]
  /** Whether the scan of repositories can contain it: a language, once a repository is stored. */
  readonly isScanned: boolean
  /** Categories of the technology lists that contain it. */
  readonly lists: readonly string[]
}

export interface ProjectUse {
  readonly project: Project
  /** Each section once. */
  readonly sections: readonly { section: Section; importance: Importance }[]
}

export interface RepositoryUse {
  readonly repository: Repository
  /** Percentage of the repository; null when it is not known. */
  readonly share: number | null
  readonly bytes: number
}

export interface Project {
  /** Of its name; projects with equal slugs are numbered in stored order. */
  readonly slug: Slug
  readonly stored: StoredProject
  readonly name: Name
  readonly shortName: Name | ''
  readonly description: string
  readonly programme: Name | ''
  readonly stage: Name | ''
  readonly isRetired: boolean
  /** Technologies that it names, each with the sections. */
  readonly technologies: ReadonlyMap<Technology, ProjectUse['sections']>
  /** Projects on which it depends, in stored order. */
  readonly dependencies: readonly { name: Name; description: string }[]
  /** Numbers of its names beyond the bounds of a project or of the landscape. */
  readonly leftOut: ProjectLeftOut
  /** Repositories that it links to. */
  readonly repositories: readonly Repository[]
  /**
   * Addresses that it links to, of hosts and owners of the scan, that the scan does not contain. The absence of an
   * address can show that a private repository exists: for signed-in callers only.
   */
  readonly unknownRepositories: readonly string[]
}

export interface Repository {
  readonly name: string
  readonly url: string
  /** The form of its URL by which links are compared; empty without one. */
  readonly address: Address | ''
  readonly visibility: string
  readonly isArchived: boolean
  /** As stored; null when it is not known. */
  readonly lastCommit: string | null
  readonly languages: readonly { technology: Technology; share: number | null; bytes: number }[]
}

/** Numbers of names that do not take part, by their source. */
export interface LeftOut {
  readonly entries: number
  readonly listItems: number
  readonly languages: number
  readonly projectNames: number
}

/** Numbers of what one project names and the landscape does not contain. */
export interface ProjectLeftOut {
  readonly names: number
  readonly links: number
  readonly dependencies: number
}
