/** Every call of the API: the server registers each, OpenAPI and the walking tests read this list. */

import * as aftersales from './aftersales.ts'
import * as agreements from './agreements.ts'
import * as approvals from './approvals.ts'
import * as availability from './availability.ts'
import * as background from './background.ts'
import * as bank from './bank.ts'
import * as broadcasts from './broadcasts.ts'
import * as bulk from './bulk.ts'
import type { Call } from './call.ts'
import * as care from './care.ts'
import * as cart from './cart.ts'
import * as categories from './categories.ts'
import * as channelBills from './channel-bills.ts'
import * as channels from './channels.ts'
import * as chat from './chat.ts'
import * as checkout from './checkout.ts'
import * as closings from './closings.ts'
import * as companies from './companies.ts'
import * as companyDesk from './company-desk.ts'
import * as companyImport from './company-import.ts'
import * as companyPairs from './company-pairs.ts'
import * as companyReview from './company-review.ts'
import * as console from './console.ts'
import * as content from './content.ts'
import * as counts from './counts.ts'
import * as couponDesk from './coupon-desk.ts'
import * as credentials from './credentials.ts'
import * as dealDesk from './deal-desk.ts'
import * as documents from './documents.ts'
import * as draw from './draw.ts'
import * as exchange from './exchange.ts'
import * as exportJobs from './export-jobs.ts'
import * as favorites from './favorites.ts'
import * as figures from './figures.ts'
import * as files from './files.ts'
import * as finance from './finance.ts'
import * as finding from './finding.ts'
import * as firsttrade from './firsttrade.ts'
import * as front from './front.ts'
import * as goods from './goods.ts'
import * as goodsDesk from './goods-desk.ts'
import * as goodsImport from './goods-import.ts'
import * as home from './home.ts'
import * as intake from './intake.ts'
import * as invitations from './invitations.ts'
import * as invoices from './invoices.ts'
import * as labels from './labels.ts'
import * as law from './law.ts'
import * as ledger from './ledger.ts'
import * as listViews from './list-views.ts'
import * as manufacturers from './manufacturers.ts'
import * as messages from './messages.ts'
import * as offerDesk from './offer-desk.ts'
import * as openIncoming from './open-incoming.ts'
import * as openKeys from './open-keys.ts'
import * as openOrders from './open-orders.ts'
import * as openOwn from './open-own.ts'
import * as openReturns from './open-returns.ts'
import * as openWebhooks from './open-webhooks.ts'
import * as order from './order.ts'
import * as orderBulk from './order-bulk.ts'
import * as orderDay from './order-day.ts'
import * as orderEdit from './order-edit.ts'
import * as orderEntry from './order-entry.ts'
import * as orderSplit from './order-split.ts'
import * as ownKeys from './own-keys.ts'
import * as packing from './packing.ts'
import * as passkeys from './passkeys.ts'
import * as payment from './payment.ts'
import * as picking from './picking.ts'
import * as pictureImport from './picture-import.ts'
import * as points from './points.ts'
import * as priceLists from './price-lists.ts'
import * as pricesDesk from './prices-desk.ts'
import * as promotions from './promotions.ts'
import * as recalls from './recalls.ts'
import * as receiving from './receiving.ts'
import * as refunds from './refunds.ts'
import * as region from './region.ts'
import * as registers from './registers.ts'
import * as reports from './reports.ts'
import * as seals from './seals.ts'
import * as searchlab from './searchlab.ts'
import * as segments from './segments.ts'
import * as selfservice from './selfservice.ts'
import * as settings from './settings.ts'
import * as shipments from './shipments.ts'
import * as specialLimits from './special-limits.ts'
import * as staff from './staff.ts'
import * as staffOrders from './staff-orders.ts'
import * as staffPeople from './staff-people.ts'
import * as statements from './statements.ts'
import * as stock from './stock.ts'
import * as stores from './stores.ts'
import * as unqualified from './unqualified.ts'
import * as upstream from './upstream.ts'
import * as user from './user.ts'
import * as wallet from './wallet.ts'
import * as warehouse from './warehouse.ts'
import * as waves from './waves.ts'
import * as work from './work.ts'
import * as zones from './zones.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

const MODULES = {
  aftersales,
  agreements,
  refunds,
  figures,
  files,
  goods,
  availability,
  specialLimits,
  favorites,
  care,
  cart,
  checkout,
  chat,
  order,
  orderEdit,
  orderEntry,
  orderSplit,
  labels,
  broadcasts,
  bulk,
  user,
  wallet,
  finance,
  bank,
  channelBills,
  channels,
  closings,
  companies,
  companyReview,
  companyDesk,
  companyPairs,
  content,
  counts,
  couponDesk,
  credentials,
  dealDesk,
  documents,
  exchange,
  firsttrade,
  upstream,
  invitations,
  intake,
  invoices,
  law,
  ledger,
  draw,
  home,
  messages,
  packing,
  picking,
  points,
  promotions,
  offerDesk,
  recalls,
  receiving,
  region,
  registers,
  unqualified,
  reports,
  seals,
  searchlab,
  segments,
  selfservice,
  settings,
  shipments,
  staff,
  staffOrders,
  orderBulk,
  orderDay,
  statements,
  stock,
  goodsDesk,
  goodsImport,
  pictureImport,
  companyImport,
  categories,
  front,
  manufacturers,
  priceLists,
  pricesDesk,
  stores,
  warehouse,
  waves,
  zones,
  console,
  staffPeople,
  passkeys,
  payment,
  work,
  listViews,
  exportJobs,
  background,
  finding,
  approvals,
  openKeys,
  openIncoming,
  openOrders,
  openOwn,
  ownKeys,
  openReturns,
  openWebhooks,
}
type Modules = typeof MODULES

export const CALLS: readonly Call[] = Object.values(MODULES).flatMap((module) => Object.values(module).filter(isCall))

type WordsOf<Needed> = Needed extends string ? Needed : Needed extends { words: infer Words } ? Words[keyof Words] : never
type WordsIn<Module> = { [Name in keyof Module]: Module[Name] extends { permission: infer Needed } ? WordsOf<Needed> : never }[keyof Module]
/** Every word that some call asks for, and the one of the files, which are read by address alone. */
export type Permission = Exclude<{ [Name in keyof Modules]: WordsIn<Modules[Name]> }[keyof Modules], 'own' | 'entrance'> | 'files.view'
