import { Button } from 'antd'
import { useState } from 'react'
import { useAsk } from '../../api/ask.ts'
import { Loaded } from '../../parts/Loaded.tsx'
import { Rows } from '../../parts/Rows.tsx'
import { Section } from '../../parts/Section.tsx'
import { When } from '../../parts/When.tsx'
import { calls } from './calls.ts'
import { FACT_NAMES } from './facts-rules.ts'

const ACTIONS: Readonly<Record<string, string>> = {
  'goods.add': '建档',
  'goods.change': '修改资料',
  'goods.lots': '修改起订与包装',
  'goods.pictures': '修改图片',
  'goods.shelf_on': '上架',
  'goods.shelf_off': '下架',
  'goods.stop': '停售',
  'goods.resume': '恢复销售',
  'price.change': '改价',
  'price.cost': '成本与底价',
  'law.judged': '禁售目录核验',
  'law.release': '质量放行',
  'law.bar': '质量禁售',
  'import.goods': '导入',
}
const KEYS: Readonly<Record<string, string>> = {
  ...FACT_NAMES,
  base_price: '基准价（分）',
  retail_price: '零售价（分）',
  on_shelf: '在架',
  off_shelf_reason: '未上架因为',
  waits_for_quality: '待质量审核',
  base: '基准价',
  retail: '零售价',
  cost: '成本价',
  floor: '底价',
  pictures: '图片',
  verdict: '结论',
  class: '类别',
  state: '状态',
  file: '文件',
}
const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '无'
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return `${value.length} 项`
  return String(value)
}

/** 基准价 10.00 → 9.50; of what was not there before only what it is now. */
function changesOf(before: unknown, after: unknown): string {
  const [was, is] = [(before ?? {}) as Record<string, unknown>, (after ?? {}) as Record<string, unknown>]
  if (before === null) return ['code', 'name', 'spec'].map((key) => shown(is[key])).join(' ')
  return Object.keys(is)
    .filter((key) => key !== 'reason' && key in KEYS && JSON.stringify(was[key]) !== JSON.stringify(is[key]))
    .map((key) => (key in was ? `${KEYS[key]} ${shown(was[key])} → ${shown(is[key])}` : `${KEYS[key]} ${shown(is[key])}`))
    .join('，')
}

export function HistoryTab({ id }: { id: number }) {
  const [before, setBefore] = useState(0)
  const answer = useAsk(calls.history, { params: { id }, query: before > 0 ? { before } : {} }, { keepFormer: true })
  return (
    <Loaded of={answer}>
      {({ list, next }) => (
        <Section title="操作记录" note="最近的在前">
          <Rows
            rows={list}
            id={(row) => row.id}
            empty="还没有记录"
            columns={[
              ['时间', (row) => <When at={row.at} />],
              ['谁', (row) => row.actor, 'nowrap'],
              ['做了', (row) => ACTIONS[row.action] ?? row.action, 'nowrap'],
              ['改动', (row) => changesOf(row.before, row.after)],
              ['理由', (row) => row.reason],
            ]}
          />
          {(next > 0 || before > 0) && (
            <div className="row goods-deeds">
              <Button size="small" disabled={before === 0} onClick={() => setBefore(0)}>
                最近的
              </Button>
              <Button size="small" disabled={next === 0} onClick={() => setBefore(next)}>
                更早的
              </Button>
            </div>
          )}
        </Section>
      )}
    </Loaded>
  )
}
