import type { Chapters } from '../coverage.ts'

/** What the documents and answers hold. */
export const FIELDS: Chapters = {
  Project: {
    'project.user': '`user`: people of the project',
    'project.user.email': '`user.email`: their e-mail',
    'project.user.roles': '`user.roles`: their roles',
    'project.user.grade': '`user.grade`: their grade',
    'project.details': '`details`: what the project is',
    'project.details.name': '`details.name`: its name, which it has to have',
    'project.details.short_name': '`details.short_name`: its short name',
    'project.details.documentation_link':
      '`details.documentation_link`: links to its documentation',
    'project.details.project_description': '`details.project_description`: its description',
    'project.details.programme_name': '`details.programme_name`: its programme',
    'project.details.programme_short_name':
      '`details.programme_short_name`: the short name of its programme',
    'project.details.project_dependencies':
      '`details.project_dependencies`: what it depends on, with name and description',
    'project.developed': '`developed`: who develops it',
    'project.source_control': '`source_control`: where its source is',
    'project.source_control.type': '`source_control.type`: the kind of source control',
    'project.source_control.links':
      '`source_control.links`: links to repositories, with description and address',
    'project.architecture': '`architecture`: how it is built',
    'project.architecture.hosting': '`architecture.hosting`: types and details of hosting',
    'project.architecture.database': '`architecture.database`: databases, main and others',
    'project.architecture.languages': '`architecture.languages`: languages, main and others',
    'project.architecture.frameworks': '`architecture.frameworks`: frameworks, main and others',
    'project.architecture.cicd': '`architecture.cicd`: pipelines, main and others',
    'project.architecture.infrastructure':
      '`architecture.infrastructure`: infrastructure, main and others',
    'project.architecture.publishing':
      '`architecture.publishing`: where it is published, main and others',
    'project.stage': '`stage`: its stage',
    'project.supporting_tools': '`supporting_tools`: the tools around it',
    'project.supporting_tools.code_editors':
      '`supporting_tools.code_editors`: editors, main and others',
    'project.supporting_tools.ui_tools':
      '`supporting_tools.ui_tools`: tools for interfaces, main and others',
    'project.supporting_tools.diagram_tools':
      '`supporting_tools.diagram_tools`: tools for diagrams, main and others',
    'project.supporting_tools.project_tracking_tools':
      '`supporting_tools.project_tracking_tools`: a tool to track it',
    'project.supporting_tools.documentation_tools':
      '`supporting_tools.documentation_tools`: tools for documentation, main and others',
    'project.supporting_tools.communication_tools':
      '`supporting_tools.communication_tools`: tools to communicate, main and others',
    'project.supporting_tools.collaboration_tools':
      '`supporting_tools.collaboration_tools`: tools to collaborate, main and others',
    'project.supporting_tools.incident_management':
      '`supporting_tools.incident_management`: a tool for incidents',
    'project.architecture.environments.dev':
      '`architecture.environments.dev`: whether it runs there, true or false',
    'project.architecture.environments.int':
      '`architecture.environments.int`: whether it runs there, true or false',
    'project.architecture.environments.uat':
      '`architecture.environments.uat`: whether it runs there, true or false',
    'project.architecture.environments.preprod':
      '`architecture.environments.preprod`: whether it runs there, true or false',
    'project.architecture.environments.prod':
      '`architecture.environments.prod`: whether it runs there, true or false',
    'project.architecture.environments.postprod':
      '`architecture.environments.postprod`: whether it runs there, true or false',
  },
  Banner: {
    'banner.message': 'a text, which it has to have',
    'banner.pages': 'the pages that show it, at least one',
    'banner.title': 'a title, if it is sent',
    'banner.type': 'a type, one of three, if it is sent',
    'banner.show': 'whether it is shown',
  },
  Radar: {
    'radar.title': 'a title',
    'radar.quadrants': 'quadrants with id and name',
    'radar.rings': 'rings with id and name',
    'radar.entries': 'entries with id, title, quadrant and timeline',
  },
  Statistics: {
    'statistics.total': 'the number of repositories',
    'statistics.private': 'of private ones',
    'statistics.public': 'of public ones',
    'statistics.internal': 'of internal ones',
    'statistics.languages': 'of each language the repositories, its mean percentage and its bytes',
    'statistics.metadata.filter-date': 'the filter that was applied, or null',
    'statistics.metadata.requested': 'the names that were asked for',
  },
  Health: {
    'health.status': 'that it is healthy',
    'health.timestamp': 'the time',
    'health.uptime': 'seconds since it was started',
    'health.memory': 'the memory that it uses',
    'health.pid': 'the id of its process',
  },
}
