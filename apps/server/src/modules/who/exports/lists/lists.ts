import { HOUSE_LISTS } from './house.ts'
import { MONEY_LISTS } from './money.ts'
import { ORDER_LISTS } from './orders.ts'
import { PAPER_LISTS } from './papers.ts'
import { SEARCH_LISTS } from './search.ts'
import { WAREHOUSE_LISTS } from './warehouse.ts'

/**
 * Lists of the console as files: of each its call and its columns, by the call's own fields. The rows are those that the call answers
 * (platform/list-exporter.ts), so nothing else of a list is said here.
 */
export const LIST_EXPORTERS = { ...ORDER_LISTS, ...WAREHOUSE_LISTS, ...MONEY_LISTS, ...PAPER_LISTS, ...HOUSE_LISTS, ...SEARCH_LISTS }
