import type { StackName } from './plan.ts'

/** Technologies from which projects of one kind select; all are on the radar. */
interface Stack {
  main: string[]
  others: string[]
  frameworks: string[]
  database: string[]
  cicd: string[]
  infrastructure: string[]
  hosting: { type: string; details: string[] }
  publishing: string[]
  editors: string[]
  /** Repositories of a project: suffix of the name, and languages by decreasing size. */
  repositories: Record<string, string[]>
}

const onAws = { type: 'Cloud', details: ['AWS'] }
const onGcp = { type: 'Cloud', details: ['GCP'] }
const both = { type: 'Hybrid', details: ['AWS', 'Own data centre'] }
const terraform = ['HCL', 'Shell']

export const STACKS: Record<StackName, Stack> = {
  node: {
    main: ['TypeScript'],
    others: ['JavaScript', 'HTML', 'CSS', 'Bash', 'SQL'],
    frameworks: ['React', 'Express', 'Next.js', 'NestJS', 'Fastify'],
    database: ['PostgreSQL', 'DynamoDB', 'Redis'],
    cicd: ['GitHub Actions', 'Concourse', 'Argo CD'],
    infrastructure: ['Docker', 'Terraform', 'Amazon ECS', 'AWS Lambda', 'Amazon S3'],
    hosting: onAws,
    publishing: ['npm', 'Container registry'],
    editors: ['VSCode', 'Neovim'],
    repositories: {
      api: ['TypeScript', 'JavaScript', 'Dockerfile'],
      ui: ['TypeScript', 'CSS', 'HTML'],
      infrastructure: terraform,
    },
  },
  java: {
    main: ['Java', 'Kotlin'],
    others: ['Groovy', 'SQL', 'Bash', 'JavaScript'],
    frameworks: ['Spring Boot', 'Quarkus', 'Angular'],
    database: ['PostgreSQL', 'Oracle Database', 'Redis'],
    cicd: ['Jenkins', 'Concourse', 'GitHub Actions'],
    infrastructure: ['Kubernetes', 'Helm', 'Kafka', 'Docker', 'RabbitMQ', 'Terraform'],
    hosting: onAws,
    publishing: ['Maven Central', 'Container registry'],
    editors: ['IntelliJ IDEA', 'Eclipse'],
    repositories: {
      service: ['Java', 'Kotlin', 'Dockerfile'],
      batch: ['Java', 'Groovy', 'Shell'],
      web: ['TypeScript', 'HTML', 'SCSS'],
      deploy: terraform,
    },
  },
  python: {
    main: ['Python'],
    others: ['JavaScript', 'HTML', 'Bash', 'SQL'],
    frameworks: ['Django', 'FastAPI', 'Flask', 'Jinja', 'Pydantic'],
    database: ['PostgreSQL', 'DynamoDB', 'SQLite'],
    cicd: ['GitHub Actions', 'Concourse'],
    infrastructure: ['Docker', 'Terraform', 'AWS Lambda', 'Amazon S3', 'NGINX'],
    hosting: onAws,
    publishing: ['PyPI', 'Web site'],
    editors: ['VSCode', 'PyCharm'],
    repositories: {
      api: ['Python', 'HTML', 'Dockerfile'],
      jobs: ['Python', 'Shell', 'Makefile'],
      infrastructure: terraform,
    },
  },
  data: {
    main: ['Python', 'Scala'],
    others: ['SQL', 'Java', 'Bash'],
    frameworks: ['Apache Spark', 'pandas', 'Polars', 'FastAPI'],
    database: ['BigQuery', 'Elasticsearch', 'PostgreSQL', 'Neo4j'],
    cicd: ['GitHub Actions', 'GitLab CI', 'Argo CD'],
    infrastructure: ['Kubernetes', 'Kafka', 'OpenTofu', 'Docker', 'Terraform'],
    hosting: onGcp,
    publishing: ['Container registry', 'PyPI'],
    editors: ['VSCode', 'IntelliJ IDEA', 'PyCharm'],
    repositories: {
      pipelines: ['Python', 'SQL', 'Makefile'],
      jobs: ['Scala', 'Java', 'Shell'],
      notebooks: ['Jupyter Notebook', 'Python'],
      platform: terraform,
    },
  },
  science: {
    main: ['Python', 'Julia'],
    others: ['C++', 'Fortran', 'Bash', 'R'],
    frameworks: ['NumPy', 'scikit-learn', 'PyTorch', 'TensorFlow', 'Streamlit'],
    database: ['PostgreSQL', 'SQLite'],
    cicd: ['GitHub Actions', 'GitLab CI'],
    infrastructure: ['Docker', 'Amazon S3', 'Kubernetes', 'Ansible'],
    hosting: both,
    publishing: ['PyPI'],
    editors: ['VSCode', 'Neovim', 'PyCharm'],
    repositories: {
      model: ['Python', 'C++', 'Fortran'],
      notebooks: ['Jupyter Notebook', 'Python', 'Julia'],
      tools: ['Rust', 'Python', 'Shell'],
    },
  },
  statistics: {
    main: ['R'],
    others: ['Python', 'SAS', 'SQL'],
    frameworks: ['Shiny', 'tidyverse', 'pandas'],
    database: ['PostgreSQL', 'SQL Server'],
    cicd: ['GitHub Actions', 'Jenkins'],
    infrastructure: ['Docker', 'NGINX'],
    hosting: both,
    publishing: ['CRAN', 'Web site'],
    editors: ['RStudio', 'VSCode'],
    repositories: { app: ['R', 'CSS', 'HTML'], analysis: ['R', 'Python', 'SAS'] },
  },
  dotnet: {
    main: ['C#'],
    others: ['JavaScript', 'SQL', 'HTML', 'CSS'],
    frameworks: ['.NET', 'Angular', 'Vue'],
    database: ['SQL Server', 'Redis'],
    cicd: ['Azure DevOps', 'GitHub Actions'],
    infrastructure: ['Docker', 'Terraform'],
    hosting: { type: 'Cloud', details: ['Azure'] },
    publishing: ['NuGet', 'Web site'],
    editors: ['Visual Studio', 'VSCode'],
    repositories: {
      app: ['C#', 'HTML', 'CSS'],
      functions: ['C#', 'PowerShell'],
      database: ['SQL', 'PowerShell'],
    },
  },
  legacy: {
    main: ['PHP', 'Perl', 'Ruby'],
    others: ['JavaScript', 'VBA', 'SQL', 'HTML'],
    frameworks: ['Laravel', 'jQuery', 'AngularJS', 'Ruby on Rails'],
    database: ['MySQL', 'Oracle Database', 'MongoDB', 'MS Access'],
    cicd: ['Jenkins', 'Travis CI'],
    infrastructure: ['VMware', 'Ansible', 'NGINX'],
    hosting: { type: 'On-premises', details: ['Own data centre'] },
    publishing: ['Web site'],
    editors: ['Notepad++', 'Eclipse'],
    repositories: { site: ['PHP', 'JavaScript', 'CSS'], scripts: ['Perl', 'Ruby', 'Shell'] },
  },
  go: {
    main: ['Go', 'Rust'],
    others: ['Bash', 'HCL', 'TypeScript', 'Python'],
    frameworks: ['Gin', 'React'],
    database: ['PostgreSQL', 'Redis', 'Valkey'],
    cicd: ['GitHub Actions', 'Argo CD', 'Concourse'],
    infrastructure: ['Kubernetes', 'Terraform', 'Helm', 'Docker', 'Istio', 'Vault'],
    hosting: { type: 'Cloud', details: ['AWS', 'GCP'] },
    publishing: ['Container registry'],
    editors: ['VSCode', 'Neovim'],
    repositories: {
      service: ['Go', 'Dockerfile', 'Makefile'],
      cli: ['Go', 'Rust', 'Shell'],
      charts: ['Shell', 'Makefile'],
      infrastructure: terraform,
    },
  },
}
