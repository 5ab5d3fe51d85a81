import type { Zone } from '../zone.ts'
import { companies } from './companies/index.tsx'
import { content } from './content/index.tsx'
import { desk } from './desk/index.tsx'
import { finance } from './finance/index.tsx'
import { goods } from './goods/index.tsx'
import { orders } from './orders/index.tsx'
import { quality } from './quality/index.tsx'
import { service } from './service/index.tsx'
import { system } from './system/index.tsx'
import { warehouse } from './warehouse/index.tsx'

/** Every zone of the console: a new one adds its line here and nothing else elsewhere. */
export const ZONES: readonly Zone[] = [desk, orders, warehouse, companies, goods, quality, service, finance, content, system]
