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
    ['RStudio', 2018, 'adopt adopt'],
    ['VSCode', 2018, 'trial adopt adopt'],
    ['Zed', 2026, 'review'],
  ]),
  ...supporting('user_interface', 'User Interface Tools', [
    ['Adobe XD', 2019, 'trial hold ignore'],
    ['Figma', 2020, 'assess trial adopt'],
    ['Penpot', 2025, 'review assess'],
  ]),
  ...supporting('diagrams', 'Diagrams', [
    ['draw.io', 2018, 'adopt adopt'],
    ['Lucidchart', 2019, 'trial hold'],
    ['Mermaid', 2022, 'assess trial adopt'],
  ]),
  ...supporting('documentation', 'Documentation', [
    ['Confluence', 2018, 'adopt adopt'],
    ['MkDocs', 2020, 'assess trial adopt'],
    ['Sphinx', 2019, 'trial trial'],
  ]),
  ...supporting('communication', 'Communication', [
    ['Microsoft Teams', 2019, 'trial adopt'],
    ['Slack', 2018, 'adopt adopt trial'],
  ]),
  ...supporting('collaboration', 'Collaboration', [
    ['GitHub', 2018, 'adopt adopt'],
    ['Miro', 2020, 'trial adopt'],
    ['SharePoint', 2018, 'trial hold'],
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
