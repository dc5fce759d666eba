import type {
  BannersDocument,
  DirectoratesDocument,
  ProjectsDocument,
  RadarDocument,
  RepositoriesDocument,
} from '@landscape/contracts'
import type { StoredDocument } from '@landscape/documents'

/** The documents that the data service reads; it writes none. */
export interface Documents {
  repositories: StoredDocument<RepositoriesDocument>
  projects: StoredDocument<ProjectsDocument>
  radar: StoredDocument<RadarDocument>
  banners: StoredDocument<BannersDocument>
  directorates: StoredDocument<DirectoratesDocument>
}
