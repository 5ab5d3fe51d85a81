import type { Zone } from '../zone.ts'
import { companies } from './companies/index.ts'
import { content } from './content/index.ts'
import { desk } from './desk/index.ts'
import { finance } from './finance/index.ts'
import { goods } from './goods/index.ts'
import { marketing } from './marketing/index.ts'
import { open } from './open/index.ts'
import { orders } from './orders/index.ts'
import { quality } from './quality/index.ts'
import { reports } from './reports/index.ts'
import { search } from './search/index.ts'
import { service } from './service/index.ts'
import { system } from './system/index.ts'
import { warehouse } from './warehouse/index.ts'

/** Every zone of the console: a new one adds its line here and nothing else elsewhere. */
export const ZONES: readonly Zone[] = [
  desk,
  orders,
  warehouse,
  companies,
  goods,
  marketing,
  search,
  quality,
  service,
  finance,
  content,
  reports,
  system,
  open,
]
