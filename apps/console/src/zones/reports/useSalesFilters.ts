import { useSearchParams } from 'react-router'
import { useAsk } from '../../api/ask.ts'
import type { Filter } from '../../parts/Filters.tsx'
import { calls } from './calls.ts'

export const SALES_GROUPS = [
  { value: 'day', text: '按日' },
  { value: 'month', text: '按月' },
  { value: 'province', text: '按省份' },
  { value: 'city', text: '按城市' },
  { value: 'manager', text: '按客户经理' },
  { value: 'type', text: '按客户类型' },
  { value: 'warehouse', text: '按发货仓' },
  { value: 'category', text: '按分类' },
  { value: 'maker', text: '按厂家' },
  { value: 'goods', text: '按商品' },
  { value: 'source', text: '按价格与专区' },
] as const

const SOURCES = [
  { value: 'base', text: '普通价' },
  { value: 'rank', text: '等级价' },
  { value: 'company', text: '专属价' },
  { value: 'ladder', text: '阶梯价' },
  { value: 'flash', text: '限时秒杀' },
  { value: 'daily', text: '每日特价' },
  { value: 'near_expiry', text: '近效期' },
  { value: 'whole_case', text: '整件' },
  { value: 'welfare', text: '福利专区' },
  { value: 'bundle', text: '组合' },
  { value: 'exchange', text: '换购' },
  { value: 'gift', text: '赠品' },
]

/** By whom and by what; the one of the two that a row is not of is not offered. */
export function useSalesFilters(): readonly Filter[] {
  const [params] = useSearchParams()
  const { data } = useAsk(calls.choices, {})
  const by = params.get('by') ?? 'day'
  const ofGoods = ['category_id', 'maker_id', 'goods_id', 'source'].some((name) => params.has(name))
  const ofBuyers = ['province', 'city', 'manager', 'type', 'warehouse_id'].some((name) => params.has(name))
  const plain = (words: readonly string[]) => words.map((word) => ({ value: word, text: word }))
  const places = data?.places ?? []
  const province = params.get('province')
  const cities = places.filter((one) => province === null || one.province === province).flatMap((one) => one.cities ?? [])
  const buyers: Filter[] = [
    { kind: 'choice', name: 'province', text: '省份', choices: plain(places.map((one) => one.province)) },
    { kind: 'choice', name: 'city', text: '城市', choices: plain(cities) },
    { kind: 'choice', name: 'manager', text: '客户经理', choices: plain(data?.managers ?? []) },
    { kind: 'choice', name: 'type', text: '客户类型', choices: plain(data?.types ?? []) },
    {
      kind: 'choice',
      name: 'warehouse_id',
      text: '发货仓',
      choices: (data?.warehouses ?? []).map(({ id, name }) => ({ value: String(id), text: name })),
    },
  ]
  const goods: Filter[] = [
    {
      kind: 'choice',
      name: 'category_id',
      text: '分类',
      choices: (data?.categories ?? []).map(({ id, name }) => ({ value: String(id), text: name })),
    },
    { kind: 'choice', name: 'source', text: '价格与专区', choices: SOURCES },
  ]
  const isOfGoods = ['category', 'maker', 'goods', 'source'].includes(by) || ofGoods
  const isOfBuyers = ['province', 'city', 'manager', 'type', 'warehouse'].includes(by) || ofBuyers
  return [...(isOfGoods && !ofBuyers ? [] : buyers), ...(isOfBuyers && !ofGoods ? [] : goods)]
}
