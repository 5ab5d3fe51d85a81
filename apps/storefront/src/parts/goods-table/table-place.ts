import { paths } from '../../paths.ts'
import { type ListQuery, linkQuery } from '../list-query.ts'

type At = (query: ListQuery) => string

/** Where a table stands: its own address, and the same goods seen otherwise. */
export interface TablePlace {
  at: At
  cards: At
  /** Left out where the place has no such view. */
  noImage?: At
  /** Without the keywords: all goods of the place. */
  all: At
}

const listTable: At = (query) => paths.list(linkQuery(query), 'table')
const noImage: At = (query) => paths.list(linkQuery(query), 'no_image')

export const LIST_TABLE: TablePlace = { at: listTable, cards: (query) => paths.list(linkQuery(query)), noImage, all: listTable }
export const SEARCH_TABLE: TablePlace = {
  at: (query) => paths.search(linkQuery(query), 'table'),
  cards: (query) => paths.search(linkQuery(query)),
  noImage,
  all: listTable,
}
const selectedTable: At = (query) => paths.zone('/yx/table', linkQuery(query))
export const SELECTED_TABLE: TablePlace = { at: selectedTable, cards: (query) => paths.zone('/yx', linkQuery(query)), all: selectedTable }
