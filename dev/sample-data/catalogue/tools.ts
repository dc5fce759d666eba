import { technologies } from './technology.ts'

const supporting = (kind: string, category: string, rows: Parameters<typeof technologies>[3]) =>
  technologies(kind, '3', category, rows)

export const tools = [
  ...supporting('cicd', 'CI/CD', [
    ['Argo CD', 2023, 'review assess trial adopt'],
    ['Azure DevOps', 2021, 'assess trial hold'],
    ['Concourse', 2018, 'trial adopt adopt trial'],
    ['GitHub Actions', 2020, 'review assess trial adopt'],
    ['GitLab CI', 2019, 'assess trial hold'],
    ['Jenkins', 2018, 'adopt trial hold'],
    ['Travis CI', 2018, 'trial hold ignore'],
  ]),
  ...supporting('code_editors', 'Code Editors', [
    ['Eclipse', 2018, 'trial hold'],
    ['IntelliJ IDEA', 2018, 'trial adopt'],
    ['Neovim', 2022, 'review assess assess'],
    ['Notepad++', 2018, 'trial hold'],
    ['PyCharm', 2018, 'trial adopt trial'],
    ['RStudio', 2018, 'adopt adopt'],
    ['Visual Studio', 2018, 'adopt adopt trial'],
    ['VSCode', 2018, 'trial adopt adopt'],
    ['Zed', 2026, 'review'],
  ]),
  ...supporting('user_interface', 'User Interface Tools', [
    ['Adobe XD', 2019, 'trial hold ignore'],
    ['Figma', 2020, 'assess trial adopt'],
    ['Penpot', 2025, 'review assess'],
    ['Prototype Kit', 2018, 'trial adopt adopt'],
    ['Sketch', 2018, 'adopt trial hold'],
  ]),
  ...supporting('diagrams', 'Diagrams', [
    ['draw.io', 2018, 'adopt adopt'],
    ['Lucidchart', 2019, 'trial hold'],
    ['Mermaid', 2022, 'assess trial adopt'],
    ['PlantUML', 2019, 'assess trial trial'],
    ['Visio', 2018, 'adopt trial hold'],
  ]),
  ...supporting('documentation', 'Documentation', [
    ['Confluence', 2018, 'adopt adopt'],
    ['Markdown', 2018, 'trial adopt adopt'],
    ['MkDocs', 2020, 'assess trial adopt'],
    ['Sphinx', 2019, 'trial trial'],
    ['Swagger', 2019, 'assess trial adopt'],
  ]),
  ...supporting('communication', 'Communication', [
    ['E-mail', 2018, 'adopt trial'],
    ['Microsoft Teams', 2019, 'trial adopt'],
    ['Slack', 2018, 'adopt adopt trial'],
    ['Zoom', 2020, 'assess trial hold'],
  ]),
  ...supporting('collaboration', 'Collaboration', [
    ['GitHub', 2018, 'adopt adopt'],
    ['Google Docs', 2019, 'trial adopt hold'],
    ['Miro', 2020, 'trial adopt'],
    ['Mural', 2020, 'trial hold'],
    ['OneDrive', 2019, 'trial adopt'],
    ['SharePoint', 2018, 'trial hold'],
  ]),
  ...supporting('project_tracking', 'Project Tracking', [
    ['GitHub Projects', 2022, 'review assess trial'],
    ['Jira', 2018, 'trial adopt adopt'],
    ['Trello', 2018, 'adopt trial hold'],
  ]),
  ...supporting('incident_management', 'Incident Management', [
    ['ServiceNow', 2019, 'assess trial adopt'],
  ]),
  ...supporting('publishing', 'Publishing', [
    ['Container registry', 2019, 'assess trial adopt adopt'],
    ['CRAN', 2018, 'trial adopt'],
    ['Maven Central', 2018, 'adopt trial'],
    ['npm', 2018, 'trial adopt adopt'],
    ['NuGet', 2019, 'trial trial'],
    ['PyPI', 2018, 'trial adopt adopt'],
    ['Web site', 2018, 'adopt adopt trial'],
  ]),
  ...supporting('quality', 'Test and Quality', [
    ['Cypress', 2020, 'assess trial hold'],
    ['Jest', 2019, 'trial adopt'],
    ['Playwright', 2022, 'review assess trial adopt'],
    ['pytest', 2019, 'trial adopt'],
    ['Selenium', 2018, 'adopt trial hold'],
    ['SonarQube', 2020, 'assess trial trial'],
  ]),
]
