import { Button } from 'antd'
import { Link, useParams } from 'react-router'
import type { CategoryWire } from '#contract/categories.ts'
import type { GoodsRecordWire } from '#contract/goods-desk.ts'
import { useAsk } from '../../api/ask.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { NotHere } from '../../parts/NotHere.tsx'
import { RecordPage, type RecordTab } from '../../parts/RecordPage.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { calls } from './calls.ts'
import { FactsTab } from './FactsTab.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { NewGoods } from './NewGoods.tsx'
import { PicturesTab } from './PicturesTab.tsx'
import { PricesTab } from './PricesTab.tsx'
import { StockTab } from './StockTab.tsx'
import { SHELF_TONES } from './states.ts'
import { useShelf } from './useShelf.tsx'
import './goods.css'

/** What still stands between a goods and its buyers. */
function lacksOf({ has_price, lacks_first_trade, pictures, categories, available }: GoodsRecordWire): string[] {
  return [
    ...(lacks_first_trade === 1 ? ['首营审批'] : []),
    ...(has_price === 1 ? [] : ['基准价']),
    ...(pictures.length > 0 ? [] : ['图片']),
    ...(categories.length > 0 ? [] : ['分类']),
    ...(available > 0 ? [] : ['可售库存']),
  ]
}

function Record({ record, categories }: { record: GoodsRecordWire; categories: readonly CategoryWire[] }) {
  const may = useMay()
  const shelf = useShelf()
  const { state } = record
  const can = may('goods.change')
  const canShelve =
    can && (state === 'off' || (state === 'waiting' && record.wished === 0)) && record.has_price === 1 && record.lacks_first_trade === 0
  const on = (): void => shelf.ask(record, 'on')
  const off = (): void => shelf.ask(record, 'off')
  useKeys([
    { key: 'S', what: '上架', run: on, when: canShelve },
    { key: 'D', what: '下架', run: off, when: can && state === 'on' },
  ])
  const lacks = lacksOf(record)
  const missing = lacks.length > 0 ? `还没有${lacks.join('、')}` : ''
  const toFirstTrade = record.lacks_first_trade === 1 && may('suppliers.view') && (
    <Link className="link" to={`/quality/first-goods/${record.id}`}>
      首营品种
    </Link>
  )
  const shelfButton = canShelve ? (
    <Button size="small" type="primary" onClick={on}>
      上架… <Kbd of="S" />
    </Button>
  ) : (
    toFirstTrade
  )
  const next =
    state === 'stopped'
      ? { text: `已停售：${record.stopped_reason}。由质量部门恢复`, tone: 'error' as const }
      : state === 'barred'
        ? { text: `禁售：${record.law_reason}`, tone: 'error' as const }
        : state === 'waiting'
          ? { text: `待质量部门审核：${record.law_reason}。${missing}`, action: shelfButton || undefined }
          : state === 'off'
            ? {
                text: [`未上架：${record.off_shelf_reason || '没有写明'}`, missing].filter(Boolean).join('。'),
                action: shelfButton || undefined,
              }
            : missing
              ? { text: `在售，${missing}`, tone: 'info' as const }
              : undefined
  const tabs: RecordTab[] = [
    { key: 'facts', title: '资料', content: <FactsTab key={record.id} record={record} categories={categories} /> },
    { key: 'pictures', title: '图片', count: record.pictures.length, content: <PicturesTab record={record} /> },
    ...(may('prices.view') ? [{ key: 'prices', title: '价格', content: <PricesTab id={record.id} /> }] : []),
    { key: 'stock', title: '库存', count: record.stock.length, content: <StockTab record={record} /> },
    { key: 'history', title: '操作记录', content: <HistoryTab id={record.id} /> },
  ]
  return (
    <RecordPage
      title={`${record.name} ${record.spec}`}
      state={
        <>
          <StateTag tone={SHELF_TONES[state]}>{record.state_name}</StateTag>
          <span className="chip">{record.code}</span>
          <span className="chip">{record.scope_name}</span>
          <span className="chip">{record.class_name}</span>
          {record.is_cold === 1 && <span className="chip chip-info">冷链</span>}
        </>
      }
      {...(next && { next })}
      actions={
        can &&
        state === 'on' && (
          <Button size="small" danger onClick={off}>
            下架… <Kbd of="D" />
          </Button>
        )
      }
      tabs={tabs}
    >
      {shelf.dialog}
    </RecordPage>
  )
}

function Known({ id, categories }: { id: number; categories: readonly CategoryWire[] }) {
  return <Loaded of={useAsk(calls.record, { params: { id } })}>{(record) => <Record record={record} categories={categories} />}</Loaded>
}

export default function GoodsRecordPage() {
  const { id = '' } = useParams()
  const may = useMay()
  const categories = useAsk(calls.categories, {})
  return (
    <Loaded of={categories}>
      {({ list }) =>
        id !== 'new' ? (
          <Known id={Number(id)} categories={list} />
        ) : may('goods.change') ? (
          <NewGoods categories={list} />
        ) : (
          <NotHere title="您的岗位不能新建商品" words={[]} />
        )
      }
    </Loaded>
  )
}
