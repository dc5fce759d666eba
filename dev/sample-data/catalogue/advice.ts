/** Why a technology is on hold or ignored, and what to use instead. */
interface Advice {
  reason: string
  instead: string
}

const because = (instead: string, reason: string): Advice => ({ reason, instead })

/** By title. */
export const ADVICE: Readonly<Record<string, Advice>> = {
  C: because('Rust', 'Two outages of buoys came from faults of memory. New firmware is in Rust.'),
  'C++': because('Rust', 'One person can still change it. The kernels move to Rust one by one.'),
  Dart: because('Kotlin', 'The pilot application had no users outside the team.'),
  Elixir: because('Go', 'The service ran well, but four advertisements found no second developer.'),
  Fortran: because(
    'Julia',
    'Compilers of the old models lose their support. Julia gives the same results.',
  ),
  Groovy: because('Kotlin', 'It was only used in pipelines of Jenkins, which is on hold itself.'),
  Perl: because('Python', 'Nobody who joined since 2015 reads it.'),
  PHP: because(
    'TypeScript',
    'The content-management system was replaced. New sites are in TypeScript.',
  ),
  PowerShell: because('Python', 'The last Windows servers close with the data centre.'),
  Ruby: because('Python', 'Two applications are left, and their libraries get no updates.'),
  SAS: because('R', 'The licence costs as much as four people. All published statistics run in R.'),
  Scala: because(
    'Python',
    'Spark from Python is fast enough, and everybody on the data platform reads it.',
  ),
  VBA: because('Python', 'Macros have no review, no tests and no owner.'),
  Angular: because(
    'React',
    'Two frameworks for the same pages are one too many; most teams know React.',
  ),
  AngularJS: because('React', 'Its support has ended: faults of security are not repaired.'),
  jQuery: because('TypeScript', 'Browsers can do what it was needed for.'),
  Laravel: because(
    'Next.js',
    'PHP is on hold. The three forms move to Next.js by the end of the year.',
  ),
  'Ruby on Rails': because('Django', 'Ruby is on hold. Django offers the same parts.'),
  TensorFlow: because(
    'PyTorch',
    'All new models are in PyTorch; two sets of drivers are too much work.',
  ),
  Vue: because('React', 'The assessment found no advantage that is worth a second framework.'),
  'Adobe XD': because('Figma', 'The vendor does not sell it any more.'),
  'Azure DevOps': because(
    'GitHub Actions',
    'All repositories are on GitHub, and so are their pipelines.',
  ),
  Cypress: because('Playwright', 'It tests one browser at a time and needs its own runner.'),
  Eclipse: because(
    'IntelliJ IDEA',
    'Our plugins for reviews and formats exist for IntelliJ IDEA only.',
  ),
  'GitLab CI': because(
    'GitHub Actions',
    'The contract ended in autumn. Repositories move to GitHub.',
  ),
  'Google Docs': because('OneDrive', 'Records have to stay in the tenancy of the organisation.'),
  Jenkins: because(
    'GitHub Actions',
    'Eleven servers, each with its own plugins, took two days a month to patch.',
  ),
  Lucidchart: because('draw.io', 'Its diagrams cannot be kept next to the code.'),
  Mural: because('Miro', 'One licence for whiteboards is enough.'),
  'Notepad++': because('VSCode', 'It has no support for the style checks of repositories.'),
  Selenium: because(
    'Playwright',
    'One test in ten failed for no reason. The same tests in Playwright do not.',
  ),
  SharePoint: because('Confluence', 'Search did not find pages, and nobody knew who owned a site.'),
  Sketch: because('Figma', 'It runs on one operating system, and most designers have another.'),
  'Travis CI': because('GitHub Actions', 'Free builds for public repositories have ended.'),
  Trello: because('Jira', 'Boards of programmes cannot be joined.'),
  Visio: because('draw.io', 'Half of the readers have no licence to open its files.'),
  Zoom: because(
    'Microsoft Teams',
    'The licence ends with the year. Meetings with partners work in Teams.',
  ),
  Ansible: because(
    'Terraform',
    'Servers are replaced instead of changed, so nothing is left to configure.',
  ),
  CloudFormation: because('Terraform', 'It covers one cloud of three.'),
  Heroku: because('Amazon ECS', 'No experiment is left there.'),
  Istio: because('NGINX', 'It took more time to run than all services behind it.'),
  MongoDB: because(
    'PostgreSQL',
    'Every service wrote a schema in code in the end. PostgreSQL keeps JSON as well.',
  ),
  'MS Access': because('PostgreSQL', 'Files on shared drives were lost twice.'),
  MySQL: because('PostgreSQL', 'Two relational databases need two sets of backups and skills.'),
  'Oracle Database': because(
    'PostgreSQL',
    'The licence doubles in 2028. Registers have moved without a change of results.',
  ),
  'Own data centre': because('AWS', 'The lease ends in two years, and spare parts are scarce.'),
  Pulumi: because('OpenTofu', 'The comparison found no need that modules do not cover.'),
  VMware: because('Kubernetes', 'The new licence counts cores, and most of ours are idle.'),
}

/** Announced moves, with days from the last day of the sample. */
export const PLANS = [
  {
    title: 'Slack',
    ringId: 'hold',
    inDays: 107,
    reason: 'The contract ends in spring. Channels and alarms move to Microsoft Teams.',
    instead: 'Microsoft Teams',
  },
  {
    title: 'OpenTofu',
    ringId: 'adopt',
    inDays: 290,
    reason: 'The platform team moves its modules over the summer and supports it from autumn on.',
  },
] as const
