import { technologies } from './technology.ts'

const infrastructureRows = (
  kind: string,
  category: string,
  rows: Parameters<typeof technologies>[3],
) => technologies(kind, '4', category, rows)

export const infrastructure = [
  ...infrastructureRows('database', 'Datastores', [
    ['BigQuery', 2020, 'assess trial adopt'],
    ['DynamoDB', 2021, 'assess trial adopt'],
    ['Elasticsearch', 2019, 'trial hold trial'],
    ['MongoDB', 2018, 'trial hold assess hold'],
    ['MS Access', 2018, 'hold hold'],
    ['MySQL', 2018, 'adopt trial hold'],
    ['Neo4j', 2021, 'review assess assess'],
    ['Oracle Database', 2018, 'adopt trial hold hold'],
    ['PostgreSQL', 2018, 'trial adopt adopt'],
    ['Redis', 2019, 'assess trial adopt'],
    ['SQL Server', 2018, 'adopt trial'],
    ['SQLite', 2020, 'assess trial'],
    ['Valkey', 2025, 'review assess'],
  ]),
  ...infrastructureRows('infrastructure', 'Infrastructure', [
    ['Amazon ECS', 2020, 'assess trial adopt'],
    ['Amazon S3', 2019, 'trial adopt adopt'],
    ['Ansible', 2018, 'adopt trial hold'],
    ['AWS Lambda', 2020, 'review assess trial adopt'],
    ['CloudFormation', 2019, 'trial hold'],
    ['Docker', 2018, 'trial adopt adopt'],
    ['Helm', 2021, 'assess trial adopt'],
    ['Istio', 2022, 'review assess hold'],
    ['Kafka', 2020, 'assess trial assess trial'],
    ['Kubernetes', 2019, 'review assess trial adopt adopt'],
    ['NGINX', 2018, 'adopt adopt'],
    ['OpenTofu', 2024, 'review assess trial'],
    ['Podman', 2026, 'review'],
    ['Pulumi', 2023, 'review assess ignore'],
    ['RabbitMQ', 2019, 'trial trial'],
    ['Terraform', 2018, 'assess trial adopt adopt'],
    ['Vault', 2023, 'review assess trial'],
    ['VMware', 2018, 'adopt hold'],
  ]),
  ...infrastructureRows('hosting', 'Cloud Platforms', [
    ['AWS', 2018, 'trial adopt adopt'],
    ['Azure', 2020, 'assess trial trial'],
    ['GCP', 2019, 'assess trial adopt'],
    ['Heroku', 2018, 'trial hold ignore'],
  ]),
  ...infrastructureRows('hosting', 'Data Centres', [['Own data centre', 2018, 'adopt trial hold']]),
]
