import { sql } from 'kysely'
import { planCare } from '../src/modules/goods/care/public.ts'
import type { Connection, DatabaseHandle } from '../src/platform/database.ts'
import { transact } from '../src/platform/transact.ts'
import { markKind } from '../src/shop-kind-store.ts'
import { writeAfterSales } from './after-sales.ts'
import { writeAvailability } from './availability.ts'
import { writeChats } from './chat.ts'
import { writeCouponPlans } from './coupon-plans.ts'
import { writeCredentials } from './credentials.ts'
import { writeDrawAndPoints } from './draw-points.ts'
import { readDemoGoods } from './goods.ts'
import { knownGoods } from './known-goods.ts'
import { writeMessages } from './messages.ts'
import { writeStandingOffers, writeTimedOffers } from './offers.ts'
import { writePapers } from './papers.ts'
import { writePromotions } from './promotions.ts'
import { writeSelfService } from './self-service.ts'
import { writeSupplierPapers } from './supplier-papers.ts'
import { writeSuppliers } from './suppliers.ts'
import { sumStock, writeCatalogue } from './write-catalogue.ts'
import { writeCompanies } from './write-companies.ts'
import { writeContent } from './write-content.ts'
import { writeHabits } from './write-habits.ts'
import { writeOrders } from './write-orders.ts'
import { writeZones } from './zones.ts'

export { renewDemoOffers } from './offers.ts'
export { renewDemoReceipts } from './papers.ts'
export { renewDemoPromotions } from './promotions.ts'
export { renewDemoZones } from './zones.ts'

/** Any number; two processes that start at once seed one after the other, and the second finds the shop filled. */
const SEED_LOCK = 20_260_001

async function isEmpty(trx: Connection): Promise<boolean> {
  const { rows } = await sql<{ filled: boolean }>`select exists (select from goods) or exists (select from company) as filled`.execute(trx)
  return rows[0]?.filled === false
}

/** Fills an empty shop with the demo shop, all or nothing; answers false and changes nothing where there are goods or companies. */
export async function seedDemo(database: DatabaseHandle, now: Date): Promise<boolean> {
  return transact(database.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(trx)
    if (!(await isEmpty(trx))) return false
    const goods = readDemoGoods()
    const catalogue = await writeCatalogue(trx, goods, now)
    const people = await writeCompanies(trx, now)
    await writeAvailability(trx, goods, { goods: catalogue.goods, companies: people.companies }, now)
    await writeCredentials(trx, people, now)
    await writeStandingOffers(trx, catalogue.batches, now)
    await writeTimedOffers(trx, now)
    // Reserving takes from the summed stock; it is summed again once everything has happened.
    await sumStock(trx, catalogue, now)
    const known = knownGoods(goods)
    await writePromotions(trx, known, catalogue, people.companies, now)
    await writeHabits(trx, known, { catalogue, people }, now)
    // Before the orders: their papers name the supplier of the settings, as it is where the goods leave.
    await writeContent(trx, now)
    await writeOrders(trx, known, { catalogue, people }, now)
    await writeAfterSales(trx, people, now)
    await writeDrawAndPoints(trx, people, now)
    await writeCouponPlans(trx, now)
    await sql`select adopt_deals()`.execute(trx)
    await sumStock(trx, catalogue, now)
    await writeMessages(trx, people, now)
    await writeSelfService(trx, known, { catalogue, people }, now)
    await writeChats(trx, people, now)
    await writePapers(trx, people, now)
    await writeSupplierPapers(trx, now)
    await writeSuppliers({ ...database, db: trx }, now)
    await writeZones(trx, known, now)
    await planCare(trx, now)
    await markKind(trx, 'demo')
    return true
  })
}
