import { sql } from 'kysely'
import type { Connection } from '../src/platform/database.ts'
import { ACCOUNTS, PASSED_PHARMACY } from './companies.ts'
import { findKnown, type Known } from './known-goods.ts'
import { FEEDBACK, MORE_FAVOURITES, MORE_FOOTPRINTS, WANTED } from './self-service-text.ts'
import { type CatalogueIds, idOf } from './write-catalogue.ts'
import type { CompanyIds } from './write-companies.ts'

const HOUR_MS = 3_600_000
const SERVICE = '安衡药采客服'

interface Ids {
  catalogue: CatalogueIds
  people: CompanyIds
}

/** Wanted requests with answers, feedback, and what the passed pharmacy keeps in sight. */
export async function writeSelfService(trx: Connection, goods: readonly Known[], ids: Ids, now: Date): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const goodsId = (name: string, spec: string) => idOf(ids.catalogue.goods, findKnown(goods, name, spec).code)
  const companyOf = (code: string) => idOf(ids.people.companies, code)
  const ownerOf = (code: string) => {
    const account = ACCOUNTS.find(({ companies }) => companies.includes(code))
    return { id: idOf(ids.people.accounts, account?.username ?? ''), name: account?.name ?? '' }
  }
  for (const [at, wanted] of WANTED.entries()) {
    const owner = ownerOf(wanted.company)
    const { id } = await trx
      .insertInto('wanted_request')
      .values({
        company_id: companyOf(wanted.company),
        account_id: owner.id,
        submit_key: `demo-${at}:1`,
        name: wanted.name,
        spec: wanted.spec,
        manufacturer: wanted.manufacturer,
        number: wanted.number,
        unit: wanted.unit,
        expected_price: wanted.expected,
        note: wanted.note,
        state: wanted.state,
        close_reason: wanted.closeReason ?? '',
        created_at: ago(wanted.hoursAgo),
        updated_at: ago(wanted.entries.at(-1)?.hoursAgo ?? wanted.hoursAgo),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const entry of wanted.entries) {
      await trx
        .insertInto('wanted_entry')
        .values({
          request_id: id,
          account_id: entry.staff ? null : owner.id,
          is_staff: entry.staff,
          author: entry.staff ? SERVICE : owner.name,
          text: entry.text,
          goods_ids: (entry.goods ?? []).map(([name, spec]) => goodsId(name, spec)),
          created_at: ago(entry.hoursAgo),
        })
        .execute()
    }
  }
  for (const { company, kind, topic, text, contact, hoursAgo, answer } of FEEDBACK) {
    const { id } = await trx
      .insertInto('feedback')
      .values({
        company_id: companyOf(company),
        account_id: ownerOf(company).id,
        kind,
        topic,
        text,
        contact,
        state: answer ? 'answered' : 'open',
        created_at: ago(hoursAgo),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!answer) continue
    await trx
      .insertInto('feedback_answer')
      .values({ feedback_id: id, author: SERVICE, text: answer.text, created_at: ago(answer.hoursAgo) })
      .execute()
  }
  const pharmacy = companyOf(PASSED_PHARMACY)
  for (const [name, spec, daysAgo, percent] of MORE_FAVOURITES) {
    await sql`
      insert into favorite (company_id, goods_id, created_at, seen_price)
      select c.id, g.id, ${ago(daysAgo * 24)}, round(coalesce(own.price, rank.price, g.base_price) * ${percent}::numeric / 100)
        from company c join goods g on g.id = ${goodsId(name, spec)}
        left join goods_company_price own on own.company_id = c.id and own.goods_id = g.id
        left join goods_rank_price rank on rank.goods_id = g.id and rank.rank = c.rank
       where c.id = ${pharmacy}
      on conflict do nothing`.execute(trx)
  }
  await trx
    .insertInto('footprint')
    .values(
      MORE_FOOTPRINTS.map(([name, spec, hoursAgo, times]) => ({
        company_id: pharmacy,
        goods_id: goodsId(name, spec),
        visited_at: ago(hoursAgo),
        times,
      })),
    )
    .onConflict((on) => on.doNothing())
    .execute()
}
