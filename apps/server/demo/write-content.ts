import { sql } from 'kysely'
import type { Connection } from '../src/platform/database.ts'
import { writeSettings } from '../src/platform/settings.ts'
import { codeOf } from './categories.ts'
import { type DemoSection, parseArticles } from './content/articles-text.ts'
import { HELP } from './content/help.ts'
import { NEWS } from './content/news.ts'
import { ADVERTS, type DemoLink, HELP_GROUPS, HOT_WORDS, NAV, SETTINGS } from './content/site.ts'
import { idOf } from './write-catalogue.ts'

const DAY_MS = 86_400_000
const AUTHOR = '安衡药采编辑部'

export async function writeContent(trx: Connection, now: Date): Promise<void> {
  const rows = await trx.selectFrom('category').select(['id', 'code', 'name']).execute()
  const categories = new Map(rows.map((row) => [row.code, row]))
  const urlOf = (url: string): string => {
    if (!url.startsWith('category:')) return url
    const found = categories.get(codeOf('drug', url.slice('category:'.length).split('/')))
    if (!found) throw new Error(`no category for ${url}`)
    return `/list/other/${found.id}/${found.name}`
  }
  await trx
    .insertInto('advert')
    .values(
      ADVERTS.map(({ slot, title, subtitle = '', url = '', style = '' }, sort) => ({
        slot,
        title,
        subtitle,
        url: urlOf(url),
        style,
        sort,
      })),
    )
    .execute()
  await trx
    .insertInto('hot_word')
    .values(HOT_WORDS.map(({ name, url }, sort) => ({ name, url: urlOf(url), sort })))
    .execute()
  await writeLinks(trx, 'nav', NAV, urlOf)
  await writeLinks(trx, 'help', HELP_GROUPS, urlOf)
  await writeSettings(trx, SETTINGS)
  await writeArticles(trx, now)
  await sql`select adopt_agreements()`.execute(trx)
}

async function writeLinks(trx: Connection, placement: string, links: readonly DemoLink[], urlOf: (url: string) => string): Promise<void> {
  const row = ({ name, url, badge = '' }: DemoLink, sort: number, parent_id: number | null) => ({
    placement,
    parent_id,
    name,
    url: urlOf(url),
    badge,
    is_open: url !== '',
    sort,
  })
  const written = await trx
    .insertInto('site_link')
    .values(links.map((link, at) => row(link, at, null)))
    .returning(['id', 'name'])
    .execute()
  const ids = new Map(written.map((one) => [one.name, one.id]))
  const children = links.flatMap(({ name, children: own = [] }) => own.map((child, at) => row(child, at, idOf(ids, name))))
  if (children.length > 0) await trx.insertInto('site_link').values(children).execute()
}

/** The help centre is the third category, as the calls of the site name it (category_id=3); on the home page it comes last. */
const TOP_ORDER = ['notice', 'company', 'help', 'hy']
const TOP_SORT: Readonly<Record<string, number>> = { notice: 1, company: 2, hy: 3, help: 9 }

async function writeArticles(trx: Connection, now: Date): Promise<void> {
  const sections = [...parseArticles(NEWS), ...parseArticles(HELP)]
  const ids = new Map<string, number>()
  const insert = async (list: readonly DemoSection[], parent_id: number | null) => {
    const values = list.map(({ code, name }, at) => ({ code, name, parent_id, sort: TOP_SORT[code] ?? at }))
    for (const row of await trx.insertInto('article_category').values(values).returning(['id', 'code']).execute()) ids.set(row.code, row.id)
  }
  const top = TOP_ORDER.flatMap((code) => sections.find((section) => section.code === code) ?? [])
  await insert(top, null)
  await insert(
    sections.filter((section) => !top.includes(section)),
    idOf(ids, 'help'),
  )
  await trx
    .insertInto('article')
    .values(
      sections.flatMap(({ code, articles }) =>
        articles.map(({ code: slug, title, age, summary, body }, at) => ({
          category_id: idOf(ids, code),
          slug: slug || null,
          title,
          summary,
          body,
          author: AUTHOR,
          // Help is read in its order, news by its date.
          sort: slug ? at : 0,
          published_at: new Date(now.getTime() - age * DAY_MS),
          updated_at: new Date(now.getTime() - age * DAY_MS),
        })),
      ),
    )
    .execute()
}
