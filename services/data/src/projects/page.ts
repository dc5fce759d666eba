import { technologyPathOf } from '@landscape/contracts/technology-path'
import { MISSING_RULES, type ProjectDetails } from './reply.ts'
import { pathSegment, urlWith } from '@landscape/contracts/url-with'
import { countText, dateText } from '@landscape/views/text'
import { itemsOf, section } from '@landscape/views/section'
import { rowsTable } from '@landscape/views/rows-table'
import { html, type Html, type Part } from '@landscape/views/html'
import { directorateOf, landscapePage, type Frame } from '../reads/frame.ts'
import { linkTo, linkToAll, linkToProject, ringCell, SECTION_TITLES } from '../reads/page-parts.ts'
import { projectLeftOut } from '../reads/left-out.ts'

/** Page of one project: a sentence, the missing parts, the findings, and everything that it names or that names it. */
export function projectPage(
  project: ProjectDetails,
  { isSignedIn }: { isSignedIn: boolean },
  frame: Frame,
): string {
  const { name, slug, description, contacts } = project
  const path = `/projects/${pathSegment(slug)}`
  const repositories = project.repositories.map(repositoryCells)
  return landscapePage(
    frame,
    { title: name, self: { path }, mainPage: '/projects', repositories: true },
    html`<p class="headline">${sentenceOf(project, isSignedIn, frame)}</p>
      ${description !== '' && html`<p dir="auto">${description}</p>`}
      ${contacts.technical !== '' && html`<p>Technical contact: <bdi>${contacts.technical}</bdi></p>`}
      ${contacts.deliveryManager !== '' && html`<p>Delivery manager: <bdi>${contacts.deliveryManager}</bdi></p>`}
      ${missingSection(project, frame)} ${findingsSection(project, frame)}
      ${technologiesSection(project, frame)} ${projectLeftOut(project.leftOut)}
      ${section('repositories', repositoriesText(project, isSignedIn, frame), [
        rowsTable(['Repository', 'Languages', 'Last commit'], repositories),
      ])}
      ${dependenciesSections(project, frame)}
      <p class="soft">
        <a href="/api${urlWith(path, directorateOf(frame))}">This page as JSON</a>
      </p>`,
  )
}

/** The project in one sentence, without numbers that are not known. */
function sentenceOf(project: ProjectDetails, isSignedIn: boolean, frame: Frame): Html {
  const { name, programme, stage, totals, lastCommit } = project
  const linked = (id: string, count: number | null, text: string) =>
    count ? html`<a href="#${id}">${text}</a>` : text
  const repositories = repositoriesText(project, isSignedIn, frame)
  return html`${[
    html`<bdi>${name}</bdi>`,
    programme.name !== '' && html` of <bdi>${programme.name}</bdi>`,
    stage !== '' && `, ${stage}`,
    html`: ${linked('technologies', totals.technologies, technologiesText(project))}`,
    totals.onHold > 0 && `, ${totals.onHold} of them in ${frame.against}`,
    html`; ${linked('repositories', totals.repositories, repositories)}`,
    lastCommit !== null && `, last commit ${dateText(lastCommit)}`,
  ]}`
}

function technologiesText({ totals }: ProjectDetails): string {
  return countText(totals.technologies, 'technology', 'technologies')
}

function repositoriesText({ totals }: ProjectDetails, isSignedIn: boolean, frame: Frame): string {
  if (totals.repositories === null)
    return frame.repositories ? 'repositories: sign in to see all' : 'repositories not known'
  const kind = isSignedIn ? '' : 'public '
  if (totals.repositories === 0) return `no scanned ${kind}repository`
  return countText(totals.repositories, `${kind}repository`, `${kind}repositories`)
}

function missingSection({ missing }: ProjectDetails, frame: Frame): Html | false {
  const items = missing.map((rule) => {
    const href = urlWith('/completeness', { rule, ...directorateOf(frame) })
    return html`It <a href="${href}">${MISSING_RULES[rule]}</a>.`
  })
  return section('missing', 'Missing', [itemsOf(items)], 'note')
}

const SHOWN_FINDINGS = 10

function findingsSection({ slug, findings, totals }: ProjectDetails, frame: Frame): Html | false {
  const href = urlWith('/drift', { project: slug, ...directorateOf(frame) })
  const items = findings.slice(0, SHOWN_FINDINGS).map(({ technology, link, evidence }) => {
    if (technology === null) return `${evidence}.`
    // "HCL makes up 80 % of …" begins with the name.
    const isNamed = evidence.startsWith(`${technology} `)
    const rest = isNamed ? evidence.slice(technology.length) : `: ${evidence}`
    return html`${linkTo(link, technology)}${rest}.`
  })
  const content = [itemsOf(items), linkToAll(totals.findings, items.length, href)]
  return section('findings', html`<a href="${href}">Drift</a>`, content, 'note warning')
}

function technologiesSection(project: ProjectDetails, frame: Frame): Html | false {
  const uses = Map.groupBy(project.technologies, ({ slug }) => slug)
  const firsts = new Map(project.technologies.toReversed().map((use) => [use.slug, use]))
  const rows = [...uses].map(([slug, named]): Part[] => {
    const { name = slug, ring = null, since = null, planned = null } = firsts.get(slug) ?? {}
    return [
      linkTo(technologyPathOf(slug, directorateOf(frame)), name),
      ringCell({ ring, planned }, frame.rings),
      since !== null && dateText(since),
      named
        .map(({ section, use }) => SECTION_TITLES[section] + (use ? ` (${use})` : ''))
        .join(', '),
    ]
  })
  const href = urlWith('/technologies', { project: project.slug, ...directorateOf(frame) })
  return section('technologies', technologiesText(project), [
    rowsTable(['Technology', 'Ring', 'Since', 'Named as'], rows),
    linkToAll(project.totals.technologies, rows.length, href),
  ])
}

function repositoryCells(repository: ProjectDetails['repositories'][number]): Part[] {
  const { name, url, lastCommit, archived } = repository
  const languages = repository.languages.map(
    (one) => one.name + (one.share === null ? '' : ` (${one.share} %)`),
  )
  return [
    html`${linkTo(url, name)}${archived && ' (archived)'}`,
    languages.join(', '),
    lastCommit !== null && dateText(lastCommit),
  ]
}

function dependenciesSections(project: ProjectDetails, frame: Frame): Part {
  const { slug, dependsOn, dependents, totals } = project
  const rows = dependsOn.map(({ name, slug: known, description }) => [
    known === null
      ? html`<bdi>${name}</bdi>: no project has this name`
      : linkToProject({ name, slug: known }, frame),
    description,
  ])
  const href = urlWith('/projects', { dependency: slug, ...directorateOf(frame) })
  const users = itemsOf(dependents.map((one) => linkToProject(one, frame)))
  const all = linkToAll(totals.dependents, dependents.length, href)
  const named = `Names ${countText(totals.dependsOn, 'dependency', 'dependencies')}`
  const used = `${countText(totals.dependents, 'project depends', 'projects depend')} on it`
  return [
    section('depends-on', named, [rowsTable(['Project', 'Reason'], rows)]),
    section('dependents', used, [users, all]),
  ]
}
