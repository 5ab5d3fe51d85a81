/** Every call of the API: the server registers each, OpenAPI and the walking tests read this list. */

import * as aftersales from './aftersales.ts'
import type { Call } from './call.ts'
import * as cart from './cart.ts'
import * as chat from './chat.ts'
import * as checkout from './checkout.ts'
import * as companies from './companies.ts'
import * as companyReview from './company-review.ts'
import * as content from './content.ts'
import * as credentials from './credentials.ts'
import * as documents from './documents.ts'
import * as draw from './draw.ts'
import * as exchange from './exchange.ts'
import * as favorites from './favorites.ts'
import * as files from './files.ts'
import * as finance from './finance.ts'
import * as firsttrade from './firsttrade.ts'
import * as goods from './goods.ts'
import * as home from './home.ts'
import * as invoices from './invoices.ts'
import * as law from './law.ts'
import * as messages from './messages.ts'
import * as order from './order.ts'
import * as picking from './picking.ts'
import * as points from './points.ts'
import * as promotions from './promotions.ts'
import * as recalls from './recalls.ts'
import * as receiving from './receiving.ts'
import * as region from './region.ts'
import * as reports from './reports.ts'
import * as seals from './seals.ts'
import * as selfservice from './selfservice.ts'
import * as staff from './staff.ts'
import * as statements from './statements.ts'
import * as stock from './stock.ts'
import * as stores from './stores.ts'
import * as user from './user.ts'
import * as wallet from './wallet.ts'
import * as zones from './zones.ts'

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

export const CALLS: readonly Call[] = [
  aftersales,
  files,
  goods,
  favorites,
  cart,
  checkout,
  chat,
  order,
  user,
  wallet,
  finance,
  companies,
  companyReview,
  content,
  credentials,
  documents,
  exchange,
  firsttrade,
  invoices,
  law,
  draw,
  home,
  messages,
  picking,
  points,
  promotions,
  recalls,
  receiving,
  region,
  reports,
  seals,
  selfservice,
  staff,
  statements,
  stock,
  stores,
  zones,
].flatMap((module) => Object.values(module).filter(isCall))
